"""What the estimate counts, learned from games of the program against itself, and its scale.

Written by `python -m tests.benchmarks.gyges_learning fit`.
"""

from __future__ import annotations

WEIGHTS = (21, 2, 23, 4, 6, 18, -29, -2, -2, 29, -7, 22, 113)
"""What each fact of `estimate/kernel.py` counts, in their order."""
OUTPUT = (371, 263, 263, 234, -281, -246, -101, -163)
"""What each learned unit of the network counts."""
SCALE = 940
"""The estimate at which the hyperbolic tangent is 0.76: what searches find is then what can be expected."""

LONGEST = 1_000.0
"""More moves of one side than any match has: the bound of what is not proved."""

NETWORK = (
    "tpKC|8UgJ8(ErB&k^sH{=>Piv{r~d+^#2e582}Cd5CA;@=l?1IIsnf95CHA}_x}h0`v3j^{r?024gdrI3;+QD5dZ@K0RZ~{0|55_"
    "e*T^SJpLE}Z~h7Zc>t^a<Ndt=YyZgq`2Al1uK%k3BLG4FuK_s!^8l3qN&oHqWB*hDivP<0djEv~3jmh?hyP0edH*K>cK;3lMgWKZ"
    "Q~x6XkN*PzHUFdl0RYASxc}P!&;QN;2mr(XQUIX;1pqSrQvX8#nE-A7R{zuiIRCi+nE*=whX61C0|2=H;s2QcbpSj79{|q(Apqk4"
    "(f?Hd;sCw?AOPV1%>NevoBvk;R{&@KRseGU3INXk$o?q+kpS=isQ|$KD*){OYyR{9lmHa~xBtoj4giS&f&o1M)Bk_~pa1v&E&y5p"
    "CINc@xd1)@<^Q7p@c;S$a{(~`vj95*PyodL!2jj{asUeeegK332>_e_>HpvVrvUN)HURbj<Nq7~9stk)DFEjGU;h~Z>;H`aJpiiz"
    "u>d##000>Pxc`9w835(~Y5<u4UjXy|{{G4T>;L8d>Hs1DiU3FdM*x}st^a=i*Z{o%odCD~1pgxcss9TA3<3ZDH2_Tj2>=WL0RSBU"
    "7y+CASpbRurT^~#7yuvu>HxI=vj0l|wf}Vh^#A?;V*rHzi~mUfdjACgI{<|M$p1C~qyI|&S^(<+=>R|gpa0tbz5ne0Z~vwM%m8Bm"
    "2LOTqV*g$LKmelvA^@WQr~ljkhX2+76#y;(^8dsCKmddP%m3m3Ljd9c9so}O>i;(Xx&H+K{{LYB@&CpE_x_~+5&wq(*8hJ1OaRaT"
    "{Qt54I{&8sq5w1jIsg*@ME@87IRD@O9stS!=Kqoaga9P~Y5zF@cmO~D|Nkoheg9to1_8tW!~dKAkpBn(c>g*8w*a01KLAz$I{;?@"
    "UjOI+z5vbt%m6C@D*zz?!v6&Tb^z-C<o~b#Edb{K!~e1W&j7LiHUQ=RJpdvA2LK2FR{_TWk^n9Lt^dsbF#j?Da{!h9*#KSuivUId"
    "F#n+cegN11WdI2PNC46Q_5aHM(f^45RRE&^SOBR1um7?DV*n}uasOrjNC2+?p8rY!O8`Rve*mulO#lc0GXJ6f000C4XaK(dp8yU3"
    "UH|s~od3H2<^L-H%KtF{SO60MA^>XuaQ_Ve8UX+QJ^(rZB>)TnXaFYw+5blX2LLtzG62c|IREJX;{SyJ`v0;3763Z`L;yViEdT`o"
    "PXOuv>HlQ_Q2;#v!T(MGvjD>XkN+nC=Kq)fAOQRSU;sD(&Hv{A*8k`K`v1!R*#Ol4pZ}!*P5&kU*Z;`>d;r}4L;%nKApjQu`2Pa{"
    "9sue8c>l=%UjH5d?*9z{jsOz?f&a<>_W#xYCIE&2ivN)RHvl;RrvIq_2>>(zP5}D<CIFKECjkHdvHz?8D*&edvH!*YLjU>yeE%u{"
    "1^|iw!~aeHp8!MvssBR&jR24TCje*v`2Vl}-T$@#TL7c~r2o<X#s6vl8vwHavj77C3;;9$_WxD?9sqOz`v30#?f<|3=KqBNCjeXk"
    "KLAMpJpfPtX#iaSDgaghum8vYCIHX>PygZnGXP@%2LK`fi2xY@F#v=AIsgd(>;E1ADggcer2pRk8~{iF$^S|Kr2&}$UI2~%D**ie"
    "pa3uc!~oO(l>pTL5CFUXLI6_$I{<3`UI4NGF#sq4Kmb1gsQ}&oMgY|R9sorEVgR84+5k!bp#ZJ_833678vvdFLjfuP>HmEH`~Q^x"
    "aQ~_Qo&XU51^_q!GXS;!H2=2$698oYNB}qh4*)&@nE$B&O8~9^oB#a(CIH0$HUPZ;;Q$B#D*zAx5dZ@KG5~e}n*bUBB>=Dg2>{6d"
    "P5&zZ5dp3L`2el|C;*WEWdJGw&i|qRdH+@bCjfc?U;x?w-2bisIR8KZ=>I<e5CHW5IRN|rivFJe3;@6XRRQ_`O#nszDF533=>MGm"
    "k^n0JDgfyJ<o_4|-2WB;1OVy(yZ<ZzG5{<8EC7T6t^Yv)VgE4z^Z)n%Eda9sh5#x6nE!_WSO9$h+y6ZP-2Vyy`2Vf|6#yOp0RR91"
    "69Ab21OQL~i~s8X^Z)Pvn*U4yJ^(BL1pqk!{Qm?2j{i{rT>zQ?K>%9-EdXKw2>@#V1_0#%+yC(Y4*)9wW&o%FEdWjceE|Lc9RTtF"
    "Bmf-%p#QM{RsYiewExNf@&C5}3jm-00|D9p#s573E&!7M_Ww2jUjJeMGXOIHs{l*@_W!^CN&p%E3IIO<O#qAkp#NV0um4W}D**HV"
    "ZU7_zqW>rVQUD(SS^zNsr2ysrum3#%K>z^&>i=;7+y4dtJ^woYAOIr(_5aZTX#fxacmD+d?f=F9MF5ci*#AucA^@uYH~>)q9suM2"
    "ApqL{gaCK|A^?2<NC0#HP5=S`5&<ayL;#fkH~_EzX8^1Jpa7@;Q~&`0_5UmYZvT`2iU7U;kpO!D@c-)nH2}c>`2e2(LjYg^K>!f|"
    "z5k#9UICl`g#ZBnJ^)<+#Q)&`ng6i=SpaST3;<F9BLGMM;Q!bE@&CI2n*g5xF96~HCIAQk^Zyk9ZUDLfyZ^8M*Z<4^F95y&TL6#%"
    "8~|1S|Nq<nx&M3slmN5<GyvrP-~XxqHUKgJ|Nq(lME~{w#s2^RDFFHZNC2w;O#j3GQ2-tPfB<s<MgUL%uKy|kGXPZo5de4qZvZL)"
    "=Kn7M>Hkgte*ioHVgMQd82|tPQ~(J8YyistGXQ!2y8lW5R{$pf{QqqLQ~-1U0s!j&1OVax?f>fkQvmG$J^+9JECA^L1OPSwZ2+eL"
    "1ORmaSOA0n5C9GUumGU|F#xsyNdS)kSO9_mqW~!YcL3x6b^uxbP5<HlIRNGV=>Nn2QUHknO8_DOQUJpLG64Ah@&9iC9ROAUC;(dj"
    "<o}ZY0stcb!vEC&i~vah8~;)NFaTu$+y6lTu>jfs900HX?EftQi2on|ssL;MIsg#>cmM+cD*&1Qc>tRK4FF{S902qG`~Rr_7XY{a"
    "k^kxc-Ty=Ypa0SS^8e`nkN`#i-~Uhmi~wo>`u`IE4FKf-2>>ksR{*#FI{<zENdQg&um4^E|NpB0C;(vq`Ttb^7yu#wdH*H<_y4^B"
    "<NtyGW&cqCYyYqR0suPztpBV4X#YY0<p22p)&DyH8URuN_y6PnJ^+9J%m2#%vHw>8PykT?SpT^H0RZ9ujQ<J%$p7m9%Ks?<005l-"
    "2LRsx#Q%E$1OVj!)Bj=sOaKZ15&&BO@&9K3%l}jWNdLb7ivaikQUK-u^8fn(wg1}xcK|s6Z~)c-{Qo!rRR4|tc>vS@D*!40?*A_U"
    "fdB3Pf&f4ONB}SZ1_1K^*8a@@tN<PWMF7bE5dand&i=XoYyb!V%Kyax`TuSJg#btZ3jjy}r2k|9eE>uN-v8bIH2{<VNdHCvRsa|P"
    "5db>?sQ)1VbpPo9IRJkE^Z)Aq2LQ$YqyFvyI{=LUIREbd3;^Z-QvgN)cmS;cSpSXxO#n&&ZvguLWB>vHg#bMO*#F=F*Z(L0FaX5="
    "AOK|m%KsVwnEz}5-Tw&yF#rqzZ2u1cH2~uP@BbM9H~=*O#{Z4~q5qr!0{}Px_5Z~G?f+>2&i_CF4*(tklmEW|i~#)q7yy_5G62l~"
    "e*hu?0{~3`8UVuo?f*sq!~hBa9RMN#Rsfs-+yCnS?f?P+-v8_W3IG!T(f`Q*CIANjLI55Bi2w}%&;Jbo{r~>|*8lwf4geki{Qsl?"
    "qyPi}DgX!o$p5|n;{QYd3juxr?f;Je-2dhO6#(-8UjPjNEC8<nk^fi!7y#D)z5oUQTmS_CrvG;T^#AGqM*uJYd;r@2!T&G+_Wz^*"
    "d;nJfHUM4#cK^!%0szVX;QvMd6#&`)d;bCe7y!=yum2bT!T&}8p8wSU0|3YW1_15<lK-9nZvO%R_5aBKasTH3NdHLyD*w*^DgeO$"
    "q5qNpPX7@Ai~lVEDgg8U<o~z-xc?#mk^k-g`Tq_8(*I!qz5o3GO8++i1pwy%5&+o$8~{fEZvd13q5oh2Bmfft%Kt(D!2pQ=6975@"
    "WdIKU1ps~k007nh)&C*@VE{G%Kmhgs1_6Hm!~ewq9RTD01ps~k9{@`L9so4}mH&SK5&+cy5dgpckpF1_Isgs;IsgR#LI5QH_Wuw7"
    "vHzF<`2S-7`2R@&`~N2Z+5h1GLICyuPXNOIc>uEi<NrGUz5jFoxBrp=T>!-Y<^Kx*?ElmMCjf!}`Tvps3II9(JOBy+xBvG44*+@q"
    "GyvQG&Hu0e+y4jv_x}<AEC6-?1pwRsLjdCcg#cmz2>>PlkN~Iu?Ee4&ngAaFL;wZ<GXUcM)Bybdh5!%%bN|`@*#G1I5&#qcW&l0^"
    "`TrsRy8nj&gaEYv@BbnIP5|WpOaR6IQ~>V(D*y%n{{Nu=n*UD#=>I|hegJI%lm9UQO8{d4Z2(pP-vCko1OQV2y8kEua{t@^z5v(%"
    "o&P@o1^|rz#Q$CYSpW?H{r^?~Dgf#KBLM0E4FK@};s3}0Hvl&P(E#cH_Wu<Cj{igeh5(fS6##AjC;*oKApmj!E&v_?^#8X1f&hpA"
    "MF8FZP5}D<5dez+d;t9a<^MGRAppw%^#A$)E&$vAC;$!sfdCf(Hvkm?3ji|!Q2@69_5T+D901V&@&E1rJpg$Cwf`Ofvj3p}&Ho+%"
    "(f^zPR{wnfqW?ty7XVuTZveLd>i_5e7XStT9spnf9suJ2dH-Pm^8e2N(EoA(-v2-V`u{@!$^Q%h4*=Hx<o}-k3IM(U^ZyY59suJ1"
    "4gggDDFAr@Y5#5i^Z$+iGys?XM*so=3;!<w<o~VzZ~yrJe*oVAb^r7K>Hm}e|Nlw<M*zM6<o+`N1OS@<;Q#dhN&v_J8UU^TB><lP"
    "UjV!RLjUCd-2YVo?f+Q-O8}7nRsTHz<NtyH3jmk^?f>omTmJ+A^#4}?rT>cnH2|^x)&HgdjQ<t@uKzy(DggKX!~aeIMgaQ%834Zk"
    "1^`I^p8qWX8URB8_Wv~i|NrR!@&1bdO8>L~D*zY(Bmh|ezyId{OaDm#82~i^768=$xBssI=Kt9M^#2C{Ljd9bS^$p!8~-x^`~MOE"
    "TmWPLxBmkGsQ*m>CIEy0-T&nOyZ^HPxc^H4D*!G44*)&@zyB)$6#yIoBLGbR*8g_^_W#QN;Qt!{AOQ6LI{?1`^8bSWtp05P0sz+k"
    "lK+qZHUPu_$^T;j8vxY*;{PoG;s3|~GymEEHUL2Y^8fVze*ee+k^sv8AOPwAf&dx-@c;M!)c@iC8vsoJL;zj@Q2?#~FaWUtE&yu)"
    "lmIILApj!)1OVp${{PVcV*oJ$v;W5bQ2&Gg`Tx-Xp8r?@umCy$?Ej<x9ROkgEdL(?83305djQA(002e+m;dko7Xk180RVjeI{@AP"
    "(f@w{zW{Flvj5fpO90>h_5Za0CIRpN2mrPJBmm(5*8d&=B>^b_F8~Ap8USzqWdGFvM*->o*8jTyTL7p3_5UFNMFBnl`2WiP901h+"
)
"""What each input gives to each learned unit, packed."""
