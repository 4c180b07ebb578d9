"""What works without a connection: lessons as packs of pages, the service worker, the manifest."""
