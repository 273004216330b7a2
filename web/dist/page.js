(()=>{var Ly="uplot",Ny="u-hz",Dy="u-vt",Uy="u-title",Fy="u-wrap",Oy="u-under",By="u-over",ky="u-axis",Ur="u-off",zy="u-select",Vy="u-cursor-x",Hy="u-cursor-y",Gy="u-cursor-pt",Wy="u-legend",Xy="u-live",qy="u-inline",Yy="u-series",jy="u-marker",nm="u-label",Ky="u-value",Ca="width",Pa="height";var im="bottom",yo="left",Hu="right",rd="#000",sm=rd+"0",Gu="mousemove",rm="mousedown",Wu="mouseup",om="mouseenter",am="mouseleave",lm="dblclick",Zy="resize",Jy="scroll",cm="change",$l="dppxchange",od="--",To=typeof window<"u",Ku=To?document:null,vo=To?window:null,$y=To?navigator:null,At,jl;function Zu(){let s=devicePixelRatio;At!=s&&(At=s,jl&&$u(cm,jl,Zu),jl=matchMedia(`(min-resolution: ${At-.001}dppx) and (max-resolution: ${At+.001}dppx)`),Fr(cm,jl,Zu),vo.dispatchEvent(new CustomEvent($l)))}function Ai(s,e){if(e!=null){let t=s.classList;!t.contains(e)&&t.add(e)}}function Ju(s,e){let t=s.classList;t.contains(e)&&t.remove(e)}function Kt(s,e,t){s.style[e]=t+"px"}function es(s,e,t,n){let i=Ku.createElement(s);return e!=null&&Ai(i,e),t?.insertBefore(i,n),i}function zi(s,e){return es("div",s,e)}var hm=new WeakMap;function _s(s,e,t,n,i){let r="translate("+e+"px,"+t+"px)",o=hm.get(s);r!=o&&(s.style.transform=r,hm.set(s,r),e<0||t<0||e>n||t>i?Ai(s,Ur):Ju(s,Ur))}var um=new WeakMap;function dm(s,e,t){let n=e+t,i=um.get(s);n!=i&&(um.set(s,n),s.style.background=e,s.style.borderColor=t)}var fm=new WeakMap;function pm(s,e,t,n){let i=e+""+t,r=fm.get(s);i!=r&&(fm.set(s,i),s.style.height=t+"px",s.style.width=e+"px",s.style.marginLeft=n?-e/2+"px":0,s.style.marginTop=n?-t/2+"px":0)}var ad={passive:!0},Qy={...ad,capture:!0};function Fr(s,e,t,n){e.addEventListener(s,t,n?Qy:ad)}function $u(s,e,t,n){e.removeEventListener(s,t,ad)}To&&Zu();function ts(s,e,t,n){let i;t=t||0,n=n||e.length-1;let r=n<=2147483647;for(;n-t>1;)i=r?t+n>>1:Ri((t+n)/2),e[i]<s?t=i:n=i;return s-e[t]<=e[n]-s?t:n}function Hm(s){return(t,n,i)=>{let r=-1,o=-1;for(let a=n;a<=i;a++)if(s(t[a])){r=a;break}for(let a=i;a>=n;a--)if(s(t[a])){o=a;break}return[r,o]}}var Gm=s=>s!=null,Wm=s=>s!=null&&s>0,tc=Hm(Gm),ex=Hm(Wm);function tx(s,e,t,n=0,i=!1){let r=i?ex:tc,o=i?Wm:Gm;[e,t]=r(s,e,t);let a=s[e],l=s[e];if(e>-1)if(n==1)a=s[e],l=s[t];else if(n==-1)a=s[t],l=s[e];else for(let c=e;c<=t;c++){let h=s[c];o(h)&&(h<a?a=h:h>l&&(l=h))}return[a??kt,l??-kt]}function nc(s,e,t,n){let i=_m(s),r=_m(e);s==e&&(i==-1?(s*=t,e/=t):(s/=t,e*=t));let o=t==10?Us:Xm,a=i==1?Ri:Vi,l=r==1?Vi:Ri,c=a(o(Cn(s))),h=l(o(Cn(e))),u=bo(t,c),d=bo(t,h);return t==10&&(c<0&&(u=zt(u,-c)),h<0&&(d=zt(d,-h))),n||t==2?(s=u*i,e=d*r):(s=Km(s,u),e=ic(e,d)),[s,e]}function ld(s,e,t,n){let i=nc(s,e,t,n);return s==0&&(i[0]=0),e==0&&(i[1]=0),i}var cd=.1,mm={mode:3,pad:cd},La={pad:0,soft:null,mode:0},nx={min:La,max:La};function Ql(s,e,t,n){return sc(t)?gm(s,e,t):(La.pad=t,La.soft=n?0:null,La.mode=n?3:0,gm(s,e,nx))}function Tt(s,e){return s??e}function ix(s,e,t){for(e=Tt(e,0),t=Tt(t,s.length-1);e<=t;){if(s[e]!=null)return!0;e++}return!1}function gm(s,e,t){let n=t.min,i=t.max,r=Tt(n.pad,0),o=Tt(i.pad,0),a=Tt(n.hard,-kt),l=Tt(i.hard,kt),c=Tt(n.soft,kt),h=Tt(i.soft,-kt),u=Tt(n.mode,0),d=Tt(i.mode,0),f=e-s,p=Us(f),_=ai(Cn(s),Cn(e)),m=Us(_),g=Cn(m-p);(f<1e-24||g>10)&&(f=0,(s==0||e==0)&&(f=1e-24,u==2&&c!=kt&&(r=0),d==2&&h!=-kt&&(o=0)));let x=f||_||1e3,M=Us(x),v=bo(10,Ri(M)),T=x*(f==0?s==0?.1:1:r),b=zt(Km(s-T,v/10),24),y=s>=c&&(u==1||u==3&&b<=c||u==2&&b>=c)?c:kt,w=ai(a,b<y&&s>=y?y:ns(y,b)),I=x*(f==0?e==0?.1:1:o),P=zt(ic(e+I,v/10),24),C=e<=h&&(d==1||d==3&&P>=h||d==2&&P<=h)?h:-kt,U=ns(l,P>C&&e<=C?C:ai(C,P));return w==U&&w==0&&(U=100),[w,U]}var sx=new Intl.NumberFormat(To?$y.language:"en-US"),hd=s=>sx.format(s),Ci=Math,Jl=Ci.PI,Cn=Ci.abs,Ri=Ci.floor,Rn=Ci.round,Vi=Ci.ceil,ns=Ci.min,ai=Ci.max,bo=Ci.pow,_m=Ci.sign,Us=Ci.log10,Xm=Ci.log2,rx=(s,e=1)=>Ci.sinh(s)*e,Xu=(s,e=1)=>Ci.asinh(s/e),kt=1/0;function ym(s){return(Us((s^s>>31)-(s>>31))|0)+1}function Qu(s,e,t){return ns(ai(s,e),t)}function qm(s){return typeof s=="function"}function vt(s){return qm(s)?s:()=>s}var ox=()=>{},Ym=s=>s,jm=(s,e)=>e,ax=s=>null,xm=s=>!0,vm=(s,e)=>s==e,lx=/\.\d*?(?=9{6,}|0{6,})/gm,Or=s=>{if(Jm(s)||hr.has(s))return s;let e=`${s}`,t=e.match(lx);if(t==null)return s;let n=t[0].length-1;if(e.indexOf("e-")!=-1){let[i,r]=e.split("e");return+`${Or(i)}e${r}`}return zt(s,n)};function Nr(s,e){return Or(zt(Or(s/e))*e)}function ic(s,e){return Or(Vi(Or(s/e))*e)}function Km(s,e){return Or(Ri(Or(s/e))*e)}function zt(s,e=0){if(Jm(s))return s;let t=10**e,n=s*t*(1+Number.EPSILON);return Rn(n)/t}var hr=new Map;function Zm(s){return((""+s).split(".")[1]||"").length}function Da(s,e,t,n){let i=[],r=n.map(Zm);for(let o=e;o<t;o++){let a=Cn(o),l=zt(bo(s,o),a);for(let c=0;c<n.length;c++){let h=s==10?+`${n[c]}e${o}`:n[c]*l,u=(o>=0?0:a)+(o>=r[c]?0:r[c]),d=s==10?h:zt(h,u);i.push(d),hr.set(d,u)}}return i}var Na={},ud=[],So=[null,null],cr=Array.isArray,Jm=Number.isInteger,cx=s=>s===void 0;function bm(s){return typeof s=="string"}function sc(s){let e=!1;if(s!=null){let t=s.constructor;e=t==null||t==Object}return e}function hx(s){return s!=null&&typeof s=="object"}var ux=Object.getPrototypeOf(Uint8Array),$m="__proto__";function Mo(s,e=sc){let t;if(cr(s)){let n=s.find(i=>i!=null);if(cr(n)||e(n)){t=Array(s.length);for(let i=0;i<s.length;i++)t[i]=Mo(s[i],e)}else t=s.slice()}else if(s instanceof ux)t=s.slice();else if(e(s)){t={};for(let n in s)n!=$m&&(t[n]=Mo(s[n],e))}else t=s;return t}function Sn(s){let e=arguments;for(let t=1;t<e.length;t++){let n=e[t];for(let i in n)i!=$m&&(sc(s[i])?Sn(s[i],Mo(n[i])):s[i]=Mo(n[i]))}return s}var dx=0,fx=1,px=2;function mx(s,e,t){for(let n=0,i,r=-1;n<e.length;n++){let o=e[n];if(o>r){for(i=o-1;i>=0&&s[i]==null;)s[i--]=null;for(i=o+1;i<t&&s[i]==null;)s[r=i++]=null}}}function gx(s,e){if(xx(s)){let o=s[0].slice();for(let a=1;a<s.length;a++)o.push(...s[a].slice(1));return vx(o[0])||(o=yx(o)),o}let t=new Set;for(let o=0;o<s.length;o++){let l=s[o][0],c=l.length;for(let h=0;h<c;h++)t.add(l[h])}let n=[Array.from(t).sort((o,a)=>o-a)],i=n[0].length,r=new Map;for(let o=0;o<i;o++)r.set(n[0][o],o);for(let o=0;o<s.length;o++){let a=s[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],u=Array(i).fill(void 0),d=e?e[o][c]:fx,f=[];for(let p=0;p<h.length;p++){let _=h[p],m=r.get(l[p]);_===null?d!=dx&&(u[m]=_,d==px&&f.push(m)):u[m]=_}mx(u,f,i),n.push(u)}}return n}var _x=typeof queueMicrotask>"u"?s=>Promise.resolve().then(s):queueMicrotask;function yx(s){let e=s[0],t=e.length,n=Array(t);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>e[r]-e[o]);let i=[];for(let r=0;r<s.length;r++){let o=s[r],a=Array(t);for(let l=0;l<t;l++)a[l]=o[n[l]];i.push(a)}return i}function xx(s){let e=s[0][0],t=e.length;for(let n=1;n<s.length;n++){let i=s[n][0];if(i.length!=t)return!1;if(i!=e){for(let r=0;r<t;r++)if(i[r]!=e[r])return!1}}return!0}function vx(s,e=100){let t=s.length;if(t<=1)return!0;let n=0,i=t-1;for(;n<=i&&s[n]==null;)n++;for(;i>=n&&s[i]==null;)i--;if(i<=n)return!0;let r=ai(1,Ri((i-n+1)/e));for(let o=s[n],a=n+r;a<=i;a+=r){let l=s[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var Qm=["January","February","March","April","May","June","July","August","September","October","November","December"],eg=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function tg(s){return s.slice(0,3)}var bx=eg.map(tg),Sx=Qm.map(tg),Mx={MMMM:Qm,MMM:Sx,WWWW:eg,WWW:bx};function Ra(s){return(s<10?"0":"")+s}function wx(s){return(s<10?"00":s<100?"0":"")+s}var Tx={YYYY:s=>s.getFullYear(),YY:s=>(s.getFullYear()+"").slice(2),MMMM:(s,e)=>e.MMMM[s.getMonth()],MMM:(s,e)=>e.MMM[s.getMonth()],MM:s=>Ra(s.getMonth()+1),M:s=>s.getMonth()+1,DD:s=>Ra(s.getDate()),D:s=>s.getDate(),WWWW:(s,e)=>e.WWWW[s.getDay()],WWW:(s,e)=>e.WWW[s.getDay()],HH:s=>Ra(s.getHours()),H:s=>s.getHours(),h:s=>{let e=s.getHours();return e==0?12:e>12?e-12:e},AA:s=>s.getHours()>=12?"PM":"AM",aa:s=>s.getHours()>=12?"pm":"am",a:s=>s.getHours()>=12?"p":"a",mm:s=>Ra(s.getMinutes()),m:s=>s.getMinutes(),ss:s=>Ra(s.getSeconds()),s:s=>s.getSeconds(),fff:s=>wx(s.getMilliseconds())};function dd(s,e){e=e||Mx;let t=[],n=/\{([a-z]+)\}|[^{]+/gi,i;for(;i=n.exec(s);)t.push(i[0][0]=="{"?Tx[i[1]]:i[0]);return r=>{let o="";for(let a=0;a<t.length;a++)o+=typeof t[a]=="string"?t[a]:t[a](r,e);return o}}var Ex=new Intl.DateTimeFormat().resolvedOptions().timeZone;function Ax(s,e){let t;return e=="UTC"||e=="Etc/UTC"?t=new Date(+s+s.getTimezoneOffset()*6e4):e==Ex?t=s:(t=new Date(s.toLocaleString("en-US",{timeZone:e})),t.setMilliseconds(s.getMilliseconds())),t}var ng=s=>s%1==0,ec=[1,2,2.5,5],Rx=Da(10,-32,0,ec),ig=Da(10,0,32,ec),Cx=ig.filter(ng),Dr=Rx.concat(ig),fd=`
`,sg="{YYYY}",Sm=fd+sg,rg="{M}/{D}",Ia=fd+rg,Kl=Ia+"/{YY}",og="{aa}",Px="{h}:{mm}",xo=Px+og,Mm=fd+xo,wm=":{ss}",Ct=null;function ag(s){let e=s*1e3,t=e*60,n=t*60,i=n*24,r=i*30,o=i*365,l=(s==1?Da(10,0,3,ec).filter(ng):Da(10,-3,0,ec)).concat([e,e*5,e*10,e*15,e*30,t,t*5,t*10,t*15,t*30,n,n*2,n*3,n*4,n*6,n*8,n*12,i,i*2,i*3,i*4,i*5,i*6,i*7,i*8,i*9,i*10,i*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,sg,Ct,Ct,Ct,Ct,Ct,Ct,1],[i*28,"{MMM}",Sm,Ct,Ct,Ct,Ct,Ct,1],[i,rg,Sm,Ct,Ct,Ct,Ct,Ct,1],[n,"{h}"+og,Kl,Ct,Ia,Ct,Ct,Ct,1],[t,xo,Kl,Ct,Ia,Ct,Ct,Ct,1],[e,wm,Kl+" "+xo,Ct,Ia+" "+xo,Ct,Mm,Ct,1],[s,wm+".{fff}",Kl+" "+xo,Ct,Ia+" "+xo,Ct,Mm,Ct,1]];function h(u){return(d,f,p,_,m,g)=>{let x=[],M=m>=o,v=m>=r&&m<o,T=u(p),b=zt(T*s,3),y=qu(T.getFullYear(),M?0:T.getMonth(),v||M?1:T.getDate()),w=zt(y*s,3);if(v||M){let I=v?m/r:0,P=M?m/o:0,C=b==w?b:zt(qu(y.getFullYear()+P,y.getMonth()+I,1)*s,3),U=new Date(Rn(C/s)),k=U.getFullYear(),L=U.getMonth();for(let B=0;C<=_;B++){let O=qu(k+P*B,L+I*B,1),G=O-u(zt(O*s,3));C=zt((+O+G)*s,3),C<=_&&x.push(C)}}else{let I=m>=i?i:m,P=Ri(p)-Ri(b),C=w+P+ic(b-w,I);x.push(C);let U=u(C),k=U.getHours()+U.getMinutes()/t+U.getSeconds()/n,L=m/n,B=d.axes[f]._space,O=g/B;for(;C=zt(C+m,s==1?0:3),!(C>_);)if(L>1){let G=Ri(zt(k+L,6))%24,K=u(C).getHours()-G;K>1&&(K=-1),C-=K*n,k=(k+L)%24;let $=x[x.length-1];zt((C-$)/m,3)*O>=.7&&x.push(C)}else x.push(C)}return x}}return[l,c,h]}var[Ix,Lx,Nx]=ag(1),[Dx,Ux,Fx]=ag(.001);Da(2,-53,53,[1]);function Tm(s,e){return s.map(t=>t.map((n,i)=>i==0||i==8||n==null?n:e(i==1||t[8]==0?n:t[1]+n)))}function Em(s,e){return(t,n,i,r,o)=>{let a=e.find(p=>o>=p[0])||e[e.length-1],l,c,h,u,d,f;return n.map(p=>{let _=s(p),m=_.getFullYear(),g=_.getMonth(),x=_.getDate(),M=_.getHours(),v=_.getMinutes(),T=_.getSeconds(),b=m!=l&&a[2]||g!=c&&a[3]||x!=h&&a[4]||M!=u&&a[5]||v!=d&&a[6]||T!=f&&a[7]||a[1];return l=m,c=g,h=x,u=M,d=v,f=T,b(_)})}}function Ox(s,e){let t=dd(e);return(n,i,r,o,a)=>i.map(l=>t(s(l)))}function qu(s,e,t){return new Date(s,e,t)}function Am(s,e){return e(s)}var Bx="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function Rm(s,e){return(t,n,i,r)=>r==null?od:e(s(n))}function kx(s,e){let t=s.series[e];return t.width?t.stroke(s,e):t.points.width?t.points.stroke(s,e):null}function zx(s,e){return s.series[e].fill(s,e)}var Vx={show:!0,live:!0,isolate:!1,mount:ox,markers:{show:!0,width:2,stroke:kx,fill:zx,dash:"solid"},idx:null,idxs:null,values:[]};function Hx(s,e){let t=s.cursor.points,n=zi(),i=t.size(s,e);Kt(n,Ca,i),Kt(n,Pa,i);let r=i/-2;Kt(n,"marginLeft",r),Kt(n,"marginTop",r);let o=t.width(s,e,i);return o&&Kt(n,"borderWidth",o),n}function Gx(s,e){let t=s.series[e].points;return t._fill||t._stroke}function Wx(s,e){let t=s.series[e].points;return t._stroke||t._fill}function Xx(s,e){return s.series[e].points.size}var Yu=[0,0];function qx(s,e,t){return Yu[0]=e,Yu[1]=t,Yu}function Zl(s,e,t,n=!0){return i=>{i.button==0&&(!n||i.target==e)&&t(i)}}function ju(s,e,t,n=!0){return i=>{(!n||i.target==e)&&t(i)}}var Yx={show:!0,x:!0,y:!0,lock:!1,move:qx,points:{one:!1,show:Hx,size:Xx,width:0,stroke:Wx,fill:Gx},bind:{mousedown:Zl,mouseup:Zl,click:Zl,dblclick:Zl,mousemove:ju,mouseleave:ju,mouseenter:ju},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(s,e)=>{e.stopPropagation(),e.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(s,e,t,n,i)=>n-i,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},lg={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},pd=Sn({},lg,{filter:jm}),cg=Sn({},pd,{size:10}),hg=Sn({},lg,{show:!1}),md='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',ug="bold "+md,dg=1.5,Cm={show:!0,scale:"x",stroke:rd,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:ug,side:2,grid:pd,ticks:cg,border:hg,font:md,lineGap:dg,rotate:0},jx="Value",Kx="Time",Pm={show:!0,scale:"x",auto:!1,sorted:1,min:kt,max:-kt,idxs:[]};function Zx(s,e,t,n,i){return e.map(r=>r==null?"":hd(r))}function Jx(s,e,t,n,i,r,o){let a=[],l=hr.get(i)||0;t=o?t:zt(ic(t,i),l);for(let c=t;c<=n;c=zt(c+i,l))a.push(Object.is(c,-0)?0:c);return a}function ed(s,e,t,n,i,r,o){let a=[],l=s.scales[s.axes[e].scale].log,c=l==10?Us:Xm,h=Ri(c(t));i=bo(l,h),l==10&&(i=Dr[ts(i,Dr)]);let u=t,d=i*l;l==10&&(d=Dr[ts(d,Dr)]);do a.push(u),u=u+i,l==10&&!hr.has(u)&&(u=zt(u,hr.get(i))),u>=d&&(i=u,d=i*l,l==10&&(d=Dr[ts(d,Dr)]));while(u<=n);return a}function $x(s,e,t,n,i,r,o){let l=s.scales[s.axes[e].scale].asinh,c=n>l?ed(s,e,ai(l,t),n,i):[l],h=n>=0&&t<=0?[0]:[];return(t<-l?ed(s,e,ai(l,-n),-t,i):[l]).reverse().map(d=>-d).concat(h,c)}var fg=/./,Qx=/[12357]/,ev=/[125]/,Im=/1/,td=(s,e,t,n)=>s.map((i,r)=>e==4&&i==0||r%n==0&&t.test(i.toExponential()[i<0?1:0])?i:null);function tv(s,e,t,n,i){let r=s.axes[t],o=r.scale,a=s.scales[o],l=s.valToPos,c=r._space,h=l(10,o),u=l(9,o)-h>=c?fg:l(7,o)-h>=c?Qx:l(5,o)-h>=c?ev:Im;if(u==Im){let d=Cn(l(1,o)-h);if(d<c)return td(e.slice().reverse(),a.distr,u,Vi(c/d)).reverse()}return td(e,a.distr,u,1)}function nv(s,e,t,n,i){let r=s.axes[t],o=r.scale,a=r._space,l=s.valToPos,c=Cn(l(1,o)-l(2,o));return c<a?td(e.slice().reverse(),3,fg,Vi(a/c)).reverse():e}function iv(s,e,t,n){return n==null?od:e==null?"":hd(e)}var Lm={show:!0,scale:"y",stroke:rd,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:ug,side:3,grid:pd,ticks:cg,border:hg,font:md,lineGap:dg,rotate:0};function sv(s,e){let t=3+(s||1)*2;return zt(t*e,3)}function rv(s,e){let{scale:t,idxs:n}=s.series[0],i=s._data[0],r=s.valToPos(i[n[0]],t,!0),o=s.valToPos(i[n[1]],t,!0),a=Cn(o-r),l=s.series[e],c=a/(l.points.space*At);return n[1]-n[0]<=c}var Nm={scale:null,auto:!0,sorted:0,min:kt,max:-kt},pg=(s,e,t,n,i)=>i,Dm={show:!0,auto:!0,sorted:0,gaps:pg,alpha:1,facets:[Sn({},Nm,{scale:"x"}),Sn({},Nm,{scale:"y"})]},Um={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:pg,alpha:1,points:{show:rv,filter:null},values:null,min:kt,max:-kt,idxs:[],path:null,clip:null};function ov(s,e,t,n,i){return t/10}var mg={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},av=Sn({},mg,{time:!1,ori:1}),Fm={};function gg(s,e){let t=Fm[s];return t||(t={key:s,plots:[],sub(n){t.plots.push(n)},unsub(n){t.plots=t.plots.filter(i=>i!=n)},pub(n,i,r,o,a,l,c){for(let h=0;h<t.plots.length;h++)t.plots[h]!=i&&t.plots[h].pub(n,i,r,o,a,l,c)}},s!=null&&(Fm[s]=t)),t}var wo=1,nd=2;function Br(s,e,t){let n=s.mode,i=s.series[e],r=n==2?s._data[e]:s._data,o=s.scales,a=s.bbox,l=r[0],c=n==2?r[1]:r[e],h=n==2?o[i.facets[0].scale]:o[s.series[0].scale],u=n==2?o[i.facets[1].scale]:o[i.scale],d=a.left,f=a.top,p=a.width,_=a.height,m=s.valToPosH,g=s.valToPosV;return h.ori==0?t(i,l,c,h,u,m,g,d,f,p,_,oc,Eo,lc,yg,vg):t(i,l,c,h,u,g,m,f,d,_,p,ac,Ao,yd,xg,bg)}function gd(s,e){let t=0,n=0,i=Tt(s.bands,ud);for(let r=0;r<i.length;r++){let o=i[r];o.series[0]==e?t=o.dir:o.series[1]==e&&(o.dir==1?n|=1:n|=2)}return[t,n==1?-1:n==2?1:n==3?2:0]}function lv(s,e,t,n,i){let r=s.mode,o=s.series[e],a=r==2?o.facets[1].scale:o.scale,l=s.scales[a];return i==-1?l.min:i==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function Fs(s,e,t,n,i,r){return Br(s,e,(o,a,l,c,h,u,d,f,p,_,m)=>{let g=o.pxRound,x=c.dir*(c.ori==0?1:-1),M=c.ori==0?Eo:Ao,v,T;x==1?(v=t,T=n):(v=n,T=t);let b=g(u(a[v],c,_,f)),y=g(d(l[v],h,m,p)),w=g(u(a[T],c,_,f)),I=g(d(r==1?h.max:h.min,h,m,p)),P=new Path2D(i);return M(P,w,I),M(P,b,I),M(P,b,y),P})}function rc(s,e,t,n,i,r){let o=null;if(s.length>0){o=new Path2D;let a=e==0?lc:yd,l=t;for(let u=0;u<s.length;u++){let d=s[u];if(d[1]>d[0]){let f=d[0]-l;f>0&&a(o,l,n,f,n+r),l=d[1]}}let c=t+i-l,h=10;c>0&&a(o,l,n-h/2,c,n+r+h)}return o}function cv(s,e,t){let n=s[s.length-1];n&&n[0]==e?n[1]=t:s.push([e,t])}function _d(s,e,t,n,i,r,o){let a=[],l=s.length;for(let c=i==1?t:n;c>=t&&c<=n;c+=i)if(e[c]===null){let u=c,d=c;if(i==1)for(;++c<=n&&e[c]===null;)d=c;else for(;--c>=t&&e[c]===null;)d=c;let f=r(s[u]),p=d==u?f:r(s[d]),_=u-i;f=o<=0&&_>=0&&_<l?r(s[_]):f;let g=d+i;p=o>=0&&g>=0&&g<l?r(s[g]):p,p>=f&&a.push([f,p])}return a}function Om(s){return s==0?Ym:s==1?Rn:e=>Nr(e,s)}function _g(s){let e=s==0?oc:ac,t=s==0?(i,r,o,a,l,c)=>{i.arcTo(r,o,a,l,c)}:(i,r,o,a,l,c)=>{i.arcTo(o,r,l,a,c)},n=s==0?(i,r,o,a,l)=>{i.rect(r,o,a,l)}:(i,r,o,a,l)=>{i.rect(o,r,l,a)};return(i,r,o,a,l,c=0,h=0)=>{c==0&&h==0?n(i,r,o,a,l):(c=ns(c,a/2,l/2),h=ns(h,a/2,l/2),e(i,r+c,o),t(i,r+a,o,r+a,o+l,c),t(i,r+a,o+l,r,o+l,h),t(i,r,o+l,r,o,h),t(i,r,o,r+a,o,c),i.closePath())}}var oc=(s,e,t)=>{s.moveTo(e,t)},ac=(s,e,t)=>{s.moveTo(t,e)},Eo=(s,e,t)=>{s.lineTo(e,t)},Ao=(s,e,t)=>{s.lineTo(t,e)},lc=_g(0),yd=_g(1),yg=(s,e,t,n,i,r)=>{s.arc(e,t,n,i,r)},xg=(s,e,t,n,i,r)=>{s.arc(t,e,n,i,r)},vg=(s,e,t,n,i,r,o)=>{s.bezierCurveTo(e,t,n,i,r,o)},bg=(s,e,t,n,i,r,o)=>{s.bezierCurveTo(t,e,i,n,o,r)};function Sg(s){return(e,t,n,i,r)=>Br(e,t,(o,a,l,c,h,u,d,f,p,_,m)=>{let{pxRound:g,points:x}=o,M,v;c.ori==0?(M=oc,v=yg):(M=ac,v=xg);let T=zt(x.width*At,3),b=(x.size-x.width)/2*At,y=zt(b*2,3),w=new Path2D,I=new Path2D,{left:P,top:C,width:U,height:k}=e.bbox;lc(I,P-y,C-y,U+y*2,k+y*2);let L=B=>{if(l[B]!=null){let O=g(u(a[B],c,_,f)),G=g(d(l[B],h,m,p));M(w,O+b,G),v(w,O,G,b,0,Jl*2)}};if(r)r.forEach(L);else for(let B=n;B<=i;B++)L(B);return{stroke:T>0?w:null,fill:w,clip:I,flags:wo|nd}})}function Mg(s){return(e,t,n,i,r,o)=>{n!=i&&(r!=n&&o!=n&&s(e,t,n),r!=i&&o!=i&&s(e,t,i),s(e,t,o))}}var hv=Mg(Eo),uv=Mg(Ao);function wg(s){let e=Tt(s?.alignGaps,0);return(t,n,i,r)=>Br(t,n,(o,a,l,c,h,u,d,f,p,_,m)=>{[i,r]=tc(l,i,r);let g=o.pxRound,x=k=>g(u(k,c,_,f)),M=k=>g(d(k,h,m,p)),v,T;c.ori==0?(v=Eo,T=hv):(v=Ao,T=uv);let b=c.dir*(c.ori==0?1:-1),y={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:wo},w=y.stroke,I=!1;if(r-i>=_*4){let k=ie=>t.posToVal(ie,c.key,!0),L=null,B=null,O,G,ne,Y=x(a[b==1?i:r]),K=x(a[i]),$=x(a[r]),le=k(b==1?K+1:$-1);for(let ie=b==1?i:r;ie>=i&&ie<=r;ie+=b){let q=a[ie],ee=(b==1?q<le:q>le)?Y:x(q),re=l[ie];ee==Y?re!=null?(G=re,L==null?(v(w,ee,M(G)),O=L=B=G):G<L?L=G:G>B&&(B=G)):re===null&&(I=!0):(L!=null&&T(w,Y,M(L),M(B),M(O),M(G)),re!=null?(G=re,v(w,ee,M(G)),L=B=O=G):(L=B=null,re===null&&(I=!0)),Y=ee,le=k(Y+b))}L!=null&&L!=B&&ne!=Y&&T(w,Y,M(L),M(B),M(O),M(G))}else for(let k=b==1?i:r;k>=i&&k<=r;k+=b){let L=l[k];L===null?I=!0:L!=null&&v(w,x(a[k]),M(L))}let[C,U]=gd(t,n);if(o.fill!=null||C!=0){let k=y.fill=new Path2D(w),L=o.fillTo(t,n,o.min,o.max,C),B=M(L),O=x(a[i]),G=x(a[r]);b==-1&&([G,O]=[O,G]),v(k,G,B),v(k,O,B)}if(!o.spanGaps){let k=[];I&&k.push(..._d(a,l,i,r,b,x,e)),y.gaps=k=o.gaps(t,n,i,r,k),y.clip=rc(k,c.ori,f,p,_,m)}return U!=0&&(y.band=U==2?[Fs(t,n,i,r,w,-1),Fs(t,n,i,r,w,1)]:Fs(t,n,i,r,w,U)),y})}function dv(s){let e=Tt(s.align,1),t=Tt(s.ascDesc,!1),n=Tt(s.alignGaps,0),i=Tt(s.extend,!1);return(r,o,a,l)=>Br(r,o,(c,h,u,d,f,p,_,m,g,x,M)=>{[a,l]=tc(u,a,l);let v=c.pxRound,{left:T,width:b}=r.bbox,y=K=>v(p(K,d,x,m)),w=K=>v(_(K,f,M,g)),I=d.ori==0?Eo:Ao,P={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:wo},C=P.stroke,U=d.dir*(d.ori==0?1:-1),k=w(u[U==1?a:l]),L=y(h[U==1?a:l]),B=L,O=L;i&&e==-1&&(O=T,I(C,O,k)),I(C,L,k);for(let K=U==1?a:l;K>=a&&K<=l;K+=U){let $=u[K];if($==null)continue;let le=y(h[K]),ie=w($);e==1?I(C,le,k):I(C,B,ie),I(C,le,ie),k=ie,B=le}let G=B;i&&e==1&&(G=T+b,I(C,G,k));let[ne,Y]=gd(r,o);if(c.fill!=null||ne!=0){let K=P.fill=new Path2D(C),$=c.fillTo(r,o,c.min,c.max,ne),le=w($);I(K,G,le),I(K,O,le)}if(!c.spanGaps){let K=[];K.push(..._d(h,u,a,l,U,y,n));let $=c.width*At/2,le=t||e==1?$:-$,ie=t||e==-1?-$:$;K.forEach(q=>{q[0]+=le,q[1]+=ie}),P.gaps=K=c.gaps(r,o,a,l,K),P.clip=rc(K,d.ori,m,g,x,M)}return Y!=0&&(P.band=Y==2?[Fs(r,o,a,l,C,-1),Fs(r,o,a,l,C,1)]:Fs(r,o,a,l,C,Y)),P})}function Bm(s,e,t,n,i,r,o=kt){if(s.length>1){let a=null;for(let l=0,c=1/0;l<s.length;l++)if(e[l]!==void 0){if(a!=null){let h=Cn(s[l]-s[a]);h<c&&(c=h,o=Cn(t(s[l],n,i,r)-t(s[a],n,i,r)))}a=l}}return o}function fv(s){s=s||Na;let e=Tt(s.size,[.6,kt,1]),t=s.align||0,n=s.gap||0,i=s.radius;i=i==null?[0,0]:typeof i=="number"?[i,0]:i;let r=vt(i),o=1-e[0],a=Tt(e[1],kt),l=Tt(e[2],1),c=Tt(s.disp,Na),h=Tt(s.each,f=>{}),{fill:u,stroke:d}=c;return(f,p,_,m)=>Br(f,p,(g,x,M,v,T,b,y,w,I,P,C)=>{let U=g.pxRound,k=t,L=n*At,B=a*At,O=l*At,G,ne;v.ori==0?[G,ne]=r(f,p):[ne,G]=r(f,p);let Y=v.dir*(v.ori==0?1:-1),K=v.ori==0?lc:yd,$=v.ori==0?h:(Ce,Je,lt,we,Bt,We,Ze)=>{h(Ce,Je,lt,Bt,we,Ze,We)},le=Tt(f.bands,ud).find(Ce=>Ce.series[0]==p),ie=le!=null?le.dir:0,q=g.fillTo(f,p,g.min,g.max,ie),se=U(y(q,T,C,I)),ee,re,pe,Ne=P,je=U(g.width*At),Ue=!1,st=null,ht=null,rt=null,Zt=null;u!=null&&(je==0||d!=null)&&(Ue=!0,st=u.values(f,p,_,m),ht=new Map,new Set(st).forEach(Ce=>{Ce!=null&&ht.set(Ce,new Path2D)}),je>0&&(rt=d.values(f,p,_,m),Zt=new Map,new Set(rt).forEach(Ce=>{Ce!=null&&Zt.set(Ce,new Path2D)})));let{x0:Wt,size:gn}=c;if(Wt!=null&&gn!=null){k=1,x=Wt.values(f,p,_,m),Wt.unit==2&&(x=x.map(lt=>f.posToVal(w+lt*P,v.key,!0)));let Ce=gn.values(f,p,_,m);gn.unit==2?re=Ce[0]*P:re=b(Ce[0],v,P,w)-b(0,v,P,w),Ne=Bm(x,M,b,v,P,w,Ne),pe=Ne-re+L}else Ne=Bm(x,M,b,v,P,w,Ne),pe=Ne*o+L,re=Ne-pe;pe<1&&(pe=0),je>=re/2&&(je=0),pe<5&&(U=Ym);let Ft=pe>0,Fn=Ne-pe-(Ft?je:0);re=U(Qu(Fn,O,B)),ee=(k==0?re/2:k==Y?0:re)-k*Y*((k==0?L/2:0)+(Ft?je/2:0));let St={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},En=Ue?null:new Path2D,nn=null;if(le!=null)nn=f.data[le.series[1]];else{let{y0:Ce,y1:Je}=c;Ce!=null&&Je!=null&&(M=Je.values(f,p,_,m),nn=Ce.values(f,p,_,m))}let _n=G*re,H=ne*re;for(let Ce=Y==1?_:m;Ce>=_&&Ce<=m;Ce+=Y){let Je=M[Ce];if(Je==null)continue;if(nn!=null){let j=nn[Ce]??0;if(Je-j==0)continue;se=y(j,T,C,I)}let lt=v.distr!=2||c!=null?x[Ce]:Ce,we=b(lt,v,P,w),Bt=y(Tt(Je,q),T,C,I),We=U(we-ee),Ze=U(ai(Bt,se)),N=U(ns(Bt,se)),E=Ze-N;if(Je!=null){let j=Je<0?H:_n,ge=Je<0?_n:H;Ue?(je>0&&rt[Ce]!=null&&K(Zt.get(rt[Ce]),We,N+Ri(je/2),re,ai(0,E-je),j,ge),st[Ce]!=null&&K(ht.get(st[Ce]),We,N+Ri(je/2),re,ai(0,E-je),j,ge)):K(En,We,N+Ri(je/2),re,ai(0,E-je),j,ge),$(f,p,Ce,We-je/2,N,re+je,E)}}return je>0?St.stroke=Ue?Zt:En:Ue||(St._fill=g.width==0?g._fill:g._stroke??g._fill,St.width=0),St.fill=Ue?ht:En,St})}function pv(s,e){let t=Tt(e?.alignGaps,0);return(n,i,r,o)=>Br(n,i,(a,l,c,h,u,d,f,p,_,m,g)=>{[r,o]=tc(c,r,o);let x=a.pxRound,M=G=>x(d(G,h,m,p)),v=G=>x(f(G,u,g,_)),T,b,y;h.ori==0?(T=oc,y=Eo,b=vg):(T=ac,y=Ao,b=bg);let w=h.dir*(h.ori==0?1:-1),I=M(l[w==1?r:o]),P=I,C=[],U=[];for(let G=w==1?r:o;G>=r&&G<=o;G+=w)if(c[G]!=null){let Y=l[G],K=M(Y);C.push(P=K),U.push(v(c[G]))}let k={stroke:s(C,U,T,y,b,x),fill:null,clip:null,band:null,gaps:null,flags:wo},L=k.stroke,[B,O]=gd(n,i);if(a.fill!=null||B!=0){let G=k.fill=new Path2D(L),ne=a.fillTo(n,i,a.min,a.max,B),Y=v(ne);y(G,P,Y),y(G,I,Y)}if(!a.spanGaps){let G=[];G.push(..._d(l,c,r,o,w,M,t)),k.gaps=G=a.gaps(n,i,r,o,G),k.clip=rc(G,h.ori,p,_,m,g)}return O!=0&&(k.band=O==2?[Fs(n,i,r,o,L,-1),Fs(n,i,r,o,L,1)]:Fs(n,i,r,o,L,O)),k})}function mv(s){return pv(gv,s)}function gv(s,e,t,n,i,r){let o=s.length;if(o<2)return null;let a=new Path2D;if(t(a,s[0],e[0]),o==2)n(a,s[1],e[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),u=Array(o-1);for(let d=0;d<o-1;d++)h[d]=e[d+1]-e[d],u[d]=s[d+1]-s[d],c[d]=h[d]/u[d];l[0]=c[0];for(let d=1;d<o-1;d++)c[d]===0||c[d-1]===0||c[d-1]>0!=c[d]>0?l[d]=0:(l[d]=3*(u[d-1]+u[d])/((2*u[d]+u[d-1])/c[d-1]+(u[d]+2*u[d-1])/c[d]),isFinite(l[d])||(l[d]=0));l[o-1]=c[o-2];for(let d=0;d<o-1;d++)i(a,s[d]+u[d]/3,e[d]+l[d]*u[d]/3,s[d+1]-u[d]/3,e[d+1]-l[d+1]*u[d]/3,s[d+1],e[d+1])}return a}var id=new Set;function km(){for(let s of id)s.syncRect(!0)}To&&(Fr(Zy,vo,km),Fr(Jy,vo,km,!0),Fr($l,vo,()=>{Mn.pxRatio=At}));var _v=wg(),yv=Sg();function zm(s,e,t,n){return(n?[s[0],s[1]].concat(s.slice(2)):[s[0]].concat(s.slice(1))).map((r,o)=>sd(r,o,e,t))}function xv(s,e){return s.map((t,n)=>n==0?{}:Sn({},e,t))}function sd(s,e,t,n){return Sn({},e==0?t:n,s)}function Tg(s,e,t){return e==null?So:[e,t]}var vv=Tg;function bv(s,e,t){return e==null?So:Ql(e,t,cd,!0)}function Eg(s,e,t,n){return e==null?So:nc(e,t,s.scales[n].log,!1)}var Sv=Eg;function Ag(s,e,t,n){return e==null?So:ld(e,t,s.scales[n].log,!1)}var Mv=Ag;function wv(s,e,t,n,i){let r=ai(ym(s),ym(e)),o=e-s,a=ts(i/n*o,t);do{let l=t[a],c=n*l/o;if(c>=i&&r+(l<5?hr.get(l):0)<=17)return[l,c]}while(++a<t.length);return[0,0]}function Vm(s){let e,t;return s=s.replace(/(\d+)px/,(n,i)=>(e=Rn((t=+i)*At))+"px"),[s,e,t]}function Tv(s){s.show&&[s.font,s.labelFont].forEach(e=>{let t=zt(e[2]*At,1);e[0]=e[0].replace(/[0-9.]+px/,t+"px"),e[1]=t})}function Mn(s,e,t){let n={mode:Tt(s.mode,1)},i=n.mode;function r(S,A,D,F){let X=A.valToPct(S);return F+D*(A.dir==-1?1-X:X)}function o(S,A,D,F){let X=A.valToPct(S);return F+D*(A.dir==-1?X:1-X)}function a(S,A,D,F){return A.ori==0?r(S,A,D,F):o(S,A,D,F)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=zi(Ly);if(s.id!=null&&(c.id=s.id),Ai(c,s.class),s.title){let S=zi(Uy,c);S.textContent=s.title}let h=es("canvas"),u=n.ctx=h.getContext("2d"),d=zi(Fy,c);Fr("click",d,S=>{S.target===p&&(qt!=fo||Jt!=po)&&Xn.click(n,S)},!0);let f=n.under=zi(Oy,d);d.appendChild(h);let p=n.over=zi(By,d);s=Mo(s);let _=+Tt(s.pxAlign,1),m=Om(_);(s.plugins||[]).forEach(S=>{S.opts&&(s=S.opts(n,s)||s)});let g=s.ms||.001,x=n.series=i==1?zm(s.series||[],Pm,Um,!1):xv(s.series||[null],Dm),M=n.axes=zm(s.axes||[],Cm,Lm,!0),v=n.scales={},T=n.bands=s.bands||[];T.forEach(S=>{S.fill=vt(S.fill||null),S.dir=Tt(S.dir,-1)});let b=i==2?x[1].facets[0].scale:x[0].scale,y={axes:Ns,series:_t},w=(s.drawOrder||["axes","series"]).map(S=>y[S]);function I(S){let A=S.distr==3?D=>Us(D>0?D:S.clamp(n,D,S.min,S.max,S.key)):S.distr==4?D=>Xu(D,S.asinh):S.distr==100?D=>S.fwd(D):D=>D;return D=>{let F=A(D),{_min:X,_max:Q}=S,fe=Q-X;return(F-X)/fe}}function P(S){let A=v[S];if(A==null){let D=(s.scales||Na)[S]||Na;if(D.from!=null){P(D.from);let F=Sn({},v[D.from],D,{key:S});F.valToPct=I(F),v[S]=F}else{A=v[S]=Sn({},S==b?mg:av,D),A.key=S;let F=A.time,X=A.range,Q=cr(X);if((S!=b||i==2&&!F)&&(Q&&(X[0]==null||X[1]==null)&&(X={min:X[0]==null?mm:{mode:1,hard:X[0],soft:X[0]},max:X[1]==null?mm:{mode:1,hard:X[1],soft:X[1]}},Q=!1),!Q&&sc(X))){let fe=X;X=(_e,Se,De)=>Se==null?So:Ql(Se,De,fe)}A.range=vt(X||(F?vv:S==b?A.distr==3?Sv:A.distr==4?Mv:Tg:A.distr==3?Eg:A.distr==4?Ag:bv)),A.auto=vt(Q?!1:A.auto),A.clamp=vt(A.clamp||ov),A._min=A._max=null,A.valToPct=I(A)}}}P("x"),P("y"),i==1&&x.forEach(S=>{P(S.scale)}),M.forEach(S=>{P(S.scale)});for(let S in s.scales)P(S);let C=v[b],U=C.distr,k,L;C.ori==0?(Ai(c,Ny),k=r,L=o):(Ai(c,Dy),k=o,L=r);let B={};for(let S in v){let A=v[S];(A.min!=null||A.max!=null)&&(B[S]={min:A.min,max:A.max},A.min=A.max=null)}let O=s.tzDate||(S=>new Date(Rn(S/g))),G=s.fmtDate||dd,ne=g==1?Nx(O):Fx(O),Y=Em(O,Tm(g==1?Lx:Ux,G)),K=Rm(O,Am(Bx,G)),$=[],le=n.legend=Sn({},Vx,s.legend),ie=n.cursor=Sn({},Yx,{drag:{y:i==2}},s.cursor),q=le.show,se=ie.show,ee=le.markers;le.idxs=$,ee.width=vt(ee.width),ee.dash=vt(ee.dash),ee.stroke=vt(ee.stroke),ee.fill=vt(ee.fill);let re,pe,Ne,je=[],Ue=[],st,ht=!1,rt={};if(le.live){let S=x[1]?x[1].values:null;ht=S!=null,st=ht?S(n,1,0):{_:0};for(let A in st)rt[A]=od}if(q)if(re=es("table",Wy,c),Ne=es("tbody",null,re),le.mount(n,re),ht){pe=es("thead",null,re,Ne);let S=es("tr",null,pe);es("th",null,S);for(var Zt in st)es("th",nm,S).textContent=Zt}else Ai(re,qy),le.live&&Ai(re,Xy);let Wt={show:!0},gn={show:!1};function Ft(S,A){if(A==0&&(ht||!le.live||i==2))return So;let D=[],F=es("tr",Yy,Ne,Ne.childNodes[A]);Ai(F,S.class),S.show||Ai(F,Ur);let X=es("th",null,F);if(ee.show){let _e=zi(jy,X);if(A>0){let Se=ee.width(n,A);Se&&(_e.style.border=Se+"px "+ee.dash(n,A)+" "+ee.stroke(n,A)),_e.style.background=ee.fill(n,A)}}let Q=zi(nm,X);S.label instanceof HTMLElement?Q.appendChild(S.label):Q.textContent=S.label,A>0&&(ee.show||(Q.style.color=S.width>0?ee.stroke(n,A):ee.fill(n,A)),St("click",X,_e=>{if(ie._lock)return;et(_e);let Se=x.indexOf(S);if((_e.ctrlKey||_e.metaKey)!=le.isolate){let De=x.some((Fe,ke)=>ke>0&&ke!=Se&&Fe.show);x.forEach((Fe,ke)=>{ke>0&&fs(ke,De?ke==Se?Wt:gn:Wt,!0,bn.setSeries)})}else fs(Se,{show:!S.show},!0,bn.setSeries)},!1),tt&&St(om,X,_e=>{ie._lock||(et(_e),fs(x.indexOf(S),go,!0,bn.setSeries))},!1));for(var fe in st){let _e=es("td",Ky,F);_e.textContent="--",D.push(_e)}return[F,D]}let Fn=new Map;function St(S,A,D,F=!0){let X=Fn.get(A)||{},Q=ie.bind[S](n,A,D,F);Q&&(Fr(S,A,X[S]=Q),Fn.set(A,X))}function En(S,A,D){let F=Fn.get(A)||{};for(let X in F)(S==null||X==S)&&($u(X,A,F[X]),delete F[X]);S==null&&Fn.delete(A)}let nn=0,_n=0,H=0,Ce=0,Je=0,lt=0,we=Je,Bt=lt,We=H,Ze=Ce,N=0,E=0,j=0,ge=0;n.bbox={};let ue=!1,ve=!1,be=!1,oe=!1,ce=!1,ye=!1;function z(S,A,D){(D||S!=n.width||A!=n.height)&&he(S,A),dt(!1),be=!0,ve=!0,Kn()}function he(S,A){n.width=nn=H=S,n.height=_n=Ce=A,Je=lt=0,Me(),qe();let D=n.bbox;N=D.left=Nr(Je*At,.5),E=D.top=Nr(lt*At,.5),j=D.width=Nr(H*At,.5),ge=D.height=Nr(Ce*At,.5)}let ae=3;function Te(){let S=!1,A=0;for(;!S;){A++;let D=co(A),F=ds(A);S=A==ae||D&&F,S||(he(n.width,n.height),ve=!0)}}function xe({width:S,height:A}){z(S,A)}n.setSize=xe;function Me(){let S=!1,A=!1,D=!1,F=!1;M.forEach((X,Q)=>{if(X.show&&X._show){let{side:fe,_size:_e}=X,Se=fe%2,De=X.label!=null?X.labelSize:0,Fe=_e+De;Fe>0&&(Se?(H-=Fe,fe==3?(Je+=Fe,F=!0):D=!0):(Ce-=Fe,fe==0?(lt+=Fe,S=!0):A=!0))}}),hs[0]=S,hs[1]=D,hs[2]=A,hs[3]=F,H-=Ji[1]+Ji[3],Je+=Ji[3],Ce-=Ji[2]+Ji[0],lt+=Ji[0]}function qe(){let S=Je+H,A=lt+Ce,D=Je,F=lt;function X(Q,fe){switch(Q){case 1:return S+=fe,S-fe;case 2:return A+=fe,A-fe;case 3:return D-=fe,D+fe;case 0:return F-=fe,F+fe}}M.forEach((Q,fe)=>{if(Q.show&&Q._show){let _e=Q.side;Q._pos=X(_e,Q._size),Q.label!=null&&(Q._lpos=X(_e,Q.labelSize))}})}if(ie.dataIdx==null){let S=ie.hover,A=S.skip=new Set(S.skip??[]);A.add(void 0);let D=S.prox=vt(S.prox),F=S.bias??=0;ie.dataIdx=(X,Q,fe,_e)=>{if(Q==0)return fe;let Se=fe,De=D(X,Q,fe,_e)??kt,Fe=De>=0&&De<kt,ke=C.ori==0?H:Ce,ot=ie.left,Et=e[0],wt=e[Q];if(A.has(wt[fe])){Se=null;let yt=null,$e=null,Ke;if(F==0||F==-1)for(Ke=fe;yt==null&&Ke-- >0;)A.has(wt[Ke])||(yt=Ke);if(F==0||F==1)for(Ke=fe;$e==null&&Ke++<wt.length;)A.has(wt[Ke])||($e=Ke);if(yt!=null||$e!=null)if(Fe){let jt=yt==null?-1/0:k(Et[yt],C,ke,0),on=$e==null?1/0:k(Et[$e],C,ke,0),zn=ot-jt,Ot=on-ot;zn<=Ot?zn<=De&&(Se=yt):Ot<=De&&(Se=$e)}else Se=$e==null?yt:yt==null?$e:fe-yt<=$e-fe?yt:$e}else Fe&&Cn(ot-k(Et[fe],C,ke,0))>De&&(Se=null);return Se}}let et=S=>{ie.event=S};ie.idxs=$,ie._lock=!1;let me=ie.points;me.show=vt(me.show),me.size=vt(me.size),me.stroke=vt(me.stroke),me.width=vt(me.width),me.fill=vt(me.fill);let ze=n.focus=Sn({},s.focus||{alpha:.3},ie.focus),tt=ze.prox>=0,Re=tt&&me.one,ut=[],Xt=[],ni=[];function va(S,A){let D=me.show(n,A);if(D instanceof HTMLElement)return Ai(D,Gy),Ai(D,S.class),_s(D,-10,-10,H,Ce),p.insertBefore(D,ut[A]),D}function oo(S,A){if(i==1||A>0){let D=i==1&&v[S.scale].time,F=S.value;S.value=D?bm(F)?Rm(O,Am(F,G)):F||K:F||iv,S.label=S.label||(D?Kx:jx)}if(Re||A>0){S.width=S.width==null?1:S.width,S.paths=S.paths||_v||ax,S.fillTo=vt(S.fillTo||lv),S.pxAlign=+Tt(S.pxAlign,_),S.pxRound=Om(S.pxAlign),S.stroke=vt(S.stroke||null),S.fill=vt(S.fill||null),S._stroke=S._fill=S._paths=S._focus=null;let D=sv(ai(1,S.width),1),F=S.points=Sn({},{size:D,width:ai(1,D*.2),stroke:S.stroke,space:D*2,paths:yv,_stroke:null,_fill:null},S.points);F.show=vt(F.show),F.filter=vt(F.filter),F.fill=vt(F.fill),F.stroke=vt(F.stroke),F.paths=vt(F.paths),F.pxAlign=S.pxAlign}if(q){let D=Ft(S,A);je.splice(A,0,D[0]),Ue.splice(A,0,D[1]),le.values.push(null)}if(se){$.splice(A,0,null);let D=null;Re?A==0&&(D=va(S,A)):A>0&&(D=va(S,A)),ut.splice(A,0,D),Xt.splice(A,0,0),ni.splice(A,0,0)}kn("addSeries",A)}function Lu(S,A){A=A??x.length,S=i==1?sd(S,A,Pm,Um):sd(S,A,{},Dm),x.splice(A,0,S),oo(x[A],A)}n.addSeries=Lu;function Wl(S){if(x.splice(S,1),q){le.values.splice(S,1),Ue.splice(S,1);let A=je.splice(S,1)[0];En(null,A.firstChild),A.remove()}se&&($.splice(S,1),ut.splice(S,1)[0].remove(),Xt.splice(S,1),ni.splice(S,1)),kn("delSeries",S)}n.delSeries=Wl;let hs=[!1,!1,!1,!1];function Ps(S,A){if(S._show=S.show,S.show){let D=S.side%2,F=v[S.scale];F==null&&(S.scale=D?x[1].scale:b,F=v[S.scale]);let X=F.time;S.size=vt(S.size),S.space=vt(S.space),S.rotate=vt(S.rotate),cr(S.incrs)&&S.incrs.forEach(fe=>{!hr.has(fe)&&hr.set(fe,Zm(fe))}),S.incrs=vt(S.incrs||(F.distr==2?Cx:X?g==1?Ix:Dx:Dr)),S.splits=vt(S.splits||(X&&F.distr==1?ne:F.distr==3?ed:F.distr==4?$x:Jx)),S.stroke=vt(S.stroke),S.grid.stroke=vt(S.grid.stroke),S.ticks.stroke=vt(S.ticks.stroke),S.border.stroke=vt(S.border.stroke);let Q=S.values;S.values=cr(Q)&&!cr(Q[0])?vt(Q):X?cr(Q)?Em(O,Tm(Q,G)):bm(Q)?Ox(O,Q):Q||Y:Q||Zx,S.filter=vt(S.filter||(F.distr>=3&&F.log==10?tv:F.distr==3&&F.log==2?nv:jm)),S.font=Vm(S.font),S.labelFont=Vm(S.labelFont),S._size=S.size(n,null,A,0),S._space=S._rotate=S._incrs=S._found=S._splits=S._values=null,S._size>0&&(hs[A]=!0,S._el=zi(ky,d))}}function Is(S,A,D,F){let[X,Q,fe,_e]=D,Se=A%2,De=0;return Se==0&&(_e||Q)&&(De=A==0&&!X||A==2&&!fe?Rn(Cm.size/3):0),Se==1&&(X||fe)&&(De=A==1&&!Q||A==3&&!_e?Rn(Lm.size/2):0),De}let ba=n.padding=(s.padding||[Is,Is,Is,Is]).map(S=>vt(Tt(S,Is))),Ji=n._padding=ba.map((S,A)=>S(n,A,hs,0)),sn,un=null,dn=null,us=i==1?x[0].idxs:null,Mi=null,ir=!1;function Sa(S,A){if(e=S??[],n.data=n._data=e,i==2){sn=0;for(let D=1;D<x.length;D++)sn+=e[D][0].length}else{e.length==0&&(n.data=n._data=e=[[]]),Mi=e[0],sn=Mi.length;let D=e;if(U==2){D=e.slice();let F=D[0]=Array(sn);for(let X=0;X<sn;X++)F[X]=X}n._data=e=D}if(dt(!0),kn("setData"),U==2&&(be=!0),A!==!1){let D=C;D.auto(n,ir)?Ma():or(b,D.min,D.max),oe=oe||ie.left>=0,ye=!0,Kn()}}n.setData=Sa;function Ma(){ir=!0;let S,A;i==1&&(sn>0?(un=us[0]=0,dn=us[1]=sn-1,S=e[0][un],A=e[0][dn],U==2?(S=un,A=dn):S==A&&(U==3?[S,A]=nc(S,S,C.log,!1):U==4?[S,A]=ld(S,S,C.log,!1):C.time?A=S+Rn(86400/g):[S,A]=Ql(S,A,cd,!0))):(un=us[0]=S=null,dn=us[1]=A=null)),or(b,S,A)}let ao,sr,lo,R,W,te,Z,J,Ee,Pe;function Ae(S,A,D,F,X,Q){S??=sm,D??=ud,F??="butt",X??=sm,Q??="round",S!=ao&&(u.strokeStyle=ao=S),X!=sr&&(u.fillStyle=sr=X),A!=lo&&(u.lineWidth=lo=A),Q!=W&&(u.lineJoin=W=Q),F!=te&&(u.lineCap=te=F),D!=R&&u.setLineDash(R=D)}function Ie(S,A,D,F){A!=sr&&(u.fillStyle=sr=A),S!=Z&&(u.font=Z=S),D!=J&&(u.textAlign=J=D),F!=Ee&&(u.textBaseline=Ee=F)}function He(S,A,D,F,X=0){if(F.length>0&&S.auto(n,ir)&&(A==null||A.min==null)){let Q=Tt(un,0),fe=Tt(dn,F.length-1),_e=D.min==null?tx(F,Q,fe,X,S.distr==3):[D.min,D.max];S.min=ns(S.min,D.min=_e[0]),S.max=ai(S.max,D.max=_e[1])}}let nt={min:null,max:null};function gt(){for(let F in v){let X=v[F];B[F]==null&&(X.min==null||B[b]!=null&&X.auto(n,ir))&&(B[F]=nt)}for(let F in v){let X=v[F];B[F]==null&&X.from!=null&&B[X.from]!=null&&(B[F]=nt)}B[b]!=null&&dt(!0);let S={};for(let F in B){let X=B[F];if(X!=null){let Q=S[F]=Mo(v[F],hx);if(X.min!=null)Sn(Q,X);else if(F!=b||i==2)if(sn==0&&Q.from==null){let fe=Q.range(n,null,null,F);Q.min=fe[0],Q.max=fe[1]}else Q.min=kt,Q.max=-kt}}if(sn>0){x.forEach((F,X)=>{if(i==1){let Q=F.scale,fe=B[Q];if(fe==null)return;let _e=S[Q];if(X==0){let Se=_e.range(n,_e.min,_e.max,Q);_e.min=Se[0],_e.max=Se[1],un=ts(_e.min,e[0]),dn=ts(_e.max,e[0]),dn-un>1&&(e[0][un]<_e.min&&un++,e[0][dn]>_e.max&&dn--),F.min=Mi[un],F.max=Mi[dn]}else F.show&&F.auto&&He(_e,fe,F,e[X],F.sorted);F.idxs[0]=un,F.idxs[1]=dn}else if(X>0&&F.show&&F.auto){let[Q,fe]=F.facets,_e=Q.scale,Se=fe.scale,[De,Fe]=e[X],ke=S[_e],ot=S[Se];ke!=null&&He(ke,B[_e],Q,De,Q.sorted),ot!=null&&He(ot,B[Se],fe,Fe,fe.sorted),F.min=fe.min,F.max=fe.max}});for(let F in S){let X=S[F],Q=B[F];if(X.from==null&&(Q==null||Q.min==null)){let fe=X.range(n,X.min==kt?null:X.min,X.max==-kt?null:X.max,F);X.min=fe[0],X.max=fe[1]}}}for(let F in S){let X=S[F];if(X.from!=null){let Q=S[X.from];if(Q.min==null)X.min=X.max=null;else{let fe=X.range(n,Q.min,Q.max,F);X.min=fe[0],X.max=fe[1]}}}let A={},D=!1;for(let F in S){let X=S[F],Q=v[F];if(Q.min!=X.min||Q.max!=X.max){Q.min=X.min,Q.max=X.max;let fe=Q.distr;Q._min=fe==3?Us(Q.min):fe==4?Xu(Q.min,Q.asinh):fe==100?Q.fwd(Q.min):Q.min,Q._max=fe==3?Us(Q.max):fe==4?Xu(Q.max,Q.asinh):fe==100?Q.fwd(Q.max):Q.max,A[F]=D=!0}}if(D){x.forEach((F,X)=>{i==2?X>0&&A.y&&(F._paths=null):A[F.scale]&&(F._paths=null)});for(let F in A)be=!0,kn("setScale",F);se&&ie.left>=0&&(oe=ye=!0)}for(let F in B)B[F]=null}function Ve(S){let A=Qu(un-1,0,sn-1),D=Qu(dn+1,0,sn-1);for(;S[A]==null&&A>0;)A--;for(;S[D]==null&&D<sn-1;)D++;return[A,D]}function _t(){if(sn>0){let S=x.some(A=>A._focus)&&Pe!=ze.alpha;S&&(u.globalAlpha=Pe=ze.alpha),x.forEach((A,D)=>{if(D>0&&A.show&&($t(D,!1),$t(D,!0),A._paths==null)){let F=Pe;Pe!=A.alpha&&(u.globalAlpha=Pe=A.alpha);let X=i==2?[0,e[D][0].length-1]:Ve(e[D]);A._paths=A.paths(n,D,X[0],X[1]),Pe!=F&&(u.globalAlpha=Pe=F)}}),x.forEach((A,D)=>{if(D>0&&A.show){let F=Pe;Pe!=A.alpha&&(u.globalAlpha=Pe=A.alpha),A._paths!=null&&It(D,!1);{let X=A._paths!=null?A._paths.gaps:null,Q=A.points.show(n,D,un,dn,X),fe=A.points.filter(n,D,Q,X);(Q||fe)&&(A.points._paths=A.points.paths(n,D,un,dn,fe),It(D,!0))}Pe!=F&&(u.globalAlpha=Pe=F),kn("drawSeries",D)}}),S&&(u.globalAlpha=Pe=1)}}function $t(S,A){let D=A?x[S].points:x[S];D._stroke=D.stroke(n,S),D._fill=D.fill(n,S)}function It(S,A){let D=A?x[S].points:x[S],{stroke:F,fill:X,clip:Q,flags:fe,_stroke:_e=D._stroke,_fill:Se=D._fill,_width:De=D.width}=D._paths;De=zt(De*At,3);let Fe=null,ke=De%2/2;A&&Se==null&&(Se=De>0?"#fff":_e);let ot=D.pxAlign==1&&ke>0;if(ot&&u.translate(ke,ke),!A){let Et=N-De/2,wt=E-De/2,yt=j+De,$e=ge+De;Fe=new Path2D,Fe.rect(Et,wt,yt,$e)}A?Be(_e,De,D.dash,D.cap,Se,F,X,fe,Q):Lt(S,_e,De,D.dash,D.cap,Se,F,X,fe,Fe,Q),ot&&u.translate(-ke,-ke)}function Lt(S,A,D,F,X,Q,fe,_e,Se,De,Fe){let ke=!1;Se!=0&&T.forEach((ot,Et)=>{if(ot.series[0]==S){let wt=x[ot.series[1]],yt=e[ot.series[1]],$e=(wt._paths||Na).band;cr($e)&&($e=ot.dir==1?$e[0]:$e[1]);let Ke,jt=null;wt.show&&$e&&ix(yt,un,dn)?(jt=ot.fill(n,Et)||Q,Ke=wt._paths.clip):$e=null,Be(A,D,F,X,jt,fe,_e,Se,De,Fe,Ke,$e),ke=!0}}),ke||Be(A,D,F,X,Q,fe,_e,Se,De,Fe)}let An=wo|nd;function Be(S,A,D,F,X,Q,fe,_e,Se,De,Fe,ke){Ae(S,A,D,F,X),(Se||De||ke)&&(u.save(),Se&&u.clip(Se),De&&u.clip(De)),ke?(_e&An)==An?(u.clip(ke),Fe&&u.clip(Fe),xt(X,fe),yn(S,Q,A)):_e&nd?(xt(X,fe),u.clip(ke),yn(S,Q,A)):_e&wo&&(u.save(),u.clip(ke),Fe&&u.clip(Fe),xt(X,fe),u.restore(),yn(S,Q,A)):(xt(X,fe),yn(S,Q,A)),(Se||De||ke)&&u.restore()}function yn(S,A,D){D>0&&(A instanceof Map?A.forEach((F,X)=>{u.strokeStyle=ao=X,u.stroke(F)}):A!=null&&S&&u.stroke(A))}function xt(S,A){A instanceof Map?A.forEach((D,F)=>{u.fillStyle=sr=F,u.fill(D)}):A!=null&&S&&u.fill(A)}function Ls(S,A,D,F){let X=M[S],Q;if(F<=0)Q=[0,0];else{let fe=X._space=X.space(n,S,A,D,F),_e=X._incrs=X.incrs(n,S,A,D,F,fe);Q=wv(A,D,_e,F,fe)}return X._found=Q}function xn(S,A,D,F,X,Q,fe,_e,Se,De){let Fe=fe%2/2;_==1&&u.translate(Fe,Fe),Ae(_e,fe,Se,De,_e),u.beginPath();let ke,ot,Et,wt,yt=X+(F==0||F==3?-Q:Q);D==0?(ot=X,wt=yt):(ke=X,Et=yt);for(let $e=0;$e<S.length;$e++)A[$e]!=null&&(D==0?ke=Et=S[$e]:ot=wt=S[$e],u.moveTo(ke,ot),u.lineTo(Et,wt));u.stroke(),_==1&&u.translate(-Fe,-Fe)}function co(S){let A=!0;return M.forEach((D,F)=>{if(!D.show)return;let X=v[D.scale];if(X.min==null){D._show&&(A=!1,D._show=!1,dt(!1));return}else D._show||(A=!1,D._show=!0,dt(!1));let Q=D.side,fe=Q%2,{min:_e,max:Se}=X,[De,Fe]=Ls(F,_e,Se,fe==0?H:Ce);if(Fe==0)return;let ke=X.distr==2,ot=D._splits=D.splits(n,F,_e,Se,De,Fe,ke),Et=X.distr==2?ot.map(Ke=>Mi[Ke]):ot,wt=X.distr==2?Mi[ot[1]]-Mi[ot[0]]:De,yt=D._values=D.values(n,D.filter(n,Et,F,Fe,wt),F,Fe,wt);D._rotate=Q==2?D.rotate(n,yt,F,Fe):0;let $e=D._size;D._size=Vi(D.size(n,yt,F,S)),$e!=null&&D._size!=$e&&(A=!1)}),A}function ds(S){let A=!0;return ba.forEach((D,F)=>{let X=D(n,F,hs,S);X!=Ji[F]&&(A=!1),Ji[F]=X}),A}function Ns(){for(let S=0;S<M.length;S++){let A=M[S];if(!A.show||!A._show)continue;let D=A.side,F=D%2,X,Q,fe=A.stroke(n,S),_e=D==0||D==3?-1:1,[Se,De]=A._found;if(A.label!=null){let ri=A.labelGap*_e,Ei=Rn((A._lpos+ri)*At);Ie(A.labelFont[0],fe,"center",D==2?"top":im),u.save(),F==1?(X=Q=0,u.translate(Ei,Rn(E+ge/2)),u.rotate((D==3?-Jl:Jl)/2)):(X=Rn(N+j/2),Q=Ei);let Lr=qm(A.label)?A.label(n,S,Se,De):A.label;u.fillText(Lr,X,Q),u.restore()}if(De==0)continue;let Fe=v[A.scale],ke=F==0?j:ge,ot=F==0?N:E,Et=A._splits,wt=Fe.distr==2?Et.map(ri=>Mi[ri]):Et,yt=Fe.distr==2?Mi[Et[1]]-Mi[Et[0]]:Se,$e=A.ticks,Ke=A.border,jt=$e.show?$e.size:0,on=Rn(jt*At),zn=Rn((A.alignTo==2?A._size-jt-A.gap:A.gap)*At),Ot=A._rotate*-Jl/180,an=m(A._pos*At),wi=(on+zn)*_e,si=an+wi;Q=F==0?si:0,X=F==1?si:0;let Bi=A.font[0],$i=A.align==1?yo:A.align==2?Hu:Ot>0?yo:Ot<0?Hu:F==0?"center":D==3?Hu:yo,ms=Ot||F==1?"middle":D==2?"top":im;Ie(Bi,fe,$i,ms);let Ti=A.font[1]*A.lineGap,ki=Et.map(ri=>m(a(ri,Fe,ke,ot))),Qi=A._values;for(let ri=0;ri<Qi.length;ri++){let Ei=Qi[ri];if(Ei!=null){F==0?X=ki[ri]:Q=ki[ri],Ei=""+Ei;let Lr=Ei.indexOf(`
`)==-1?[Ei]:Ei.split(/\n/gm);for(let oi=0;oi<Lr.length;oi++){let tm=Lr[oi];Ot?(u.save(),u.translate(X,Q+oi*Ti),u.rotate(Ot),u.fillText(tm,0,0),u.restore()):u.fillText(tm,X,Q+oi*Ti)}}}$e.show&&xn(ki,$e.filter(n,wt,S,De,yt),F,D,an,on,zt($e.width*At,3),$e.stroke(n,S),$e.dash,$e.cap);let gs=A.grid;gs.show&&xn(ki,gs.filter(n,wt,S,De,yt),F,F==0?2:1,F==0?E:N,F==0?ge:j,zt(gs.width*At,3),gs.stroke(n,S),gs.dash,gs.cap),Ke.show&&xn([an],[1],F==0?1:0,F==0?1:2,F==1?E:N,F==1?ge:j,zt(Ke.width*At,3),Ke.stroke(n,S),Ke.dash,Ke.cap)}kn("drawAxes")}function dt(S){x.forEach((A,D)=>{D>0&&(A._paths=null,S&&(i==1?(A.min=null,A.max=null):A.facets.forEach(F=>{F.min=null,F.max=null})))})}let rn=!1,ii=!1,Nt=[];function vn(){ii=!1;for(let S=0;S<Nt.length;S++)kn(...Nt[S]);Nt.length=0}function Kn(){rn||(_x(Op),rn=!0)}function Xl(S,A=!1){rn=!0,ii=A,S(n),Op(),A&&Nt.length>0&&queueMicrotask(vn)}n.batch=Xl;function Op(){if(ue&&(gt(),ue=!1),be&&(Te(),be=!1),ve){if(Kt(f,yo,Je),Kt(f,"top",lt),Kt(f,Ca,H),Kt(f,Pa,Ce),Kt(p,yo,Je),Kt(p,"top",lt),Kt(p,Ca,H),Kt(p,Pa,Ce),Kt(d,Ca,nn),Kt(d,Pa,_n),h.width=Rn(nn*At),h.height=Rn(_n*At),M.forEach(({_el:S,_show:A,_size:D,_pos:F,side:X})=>{if(S!=null)if(A){let Q=X===3||X===0?D:0,fe=X%2==1;Kt(S,fe?"left":"top",F-Q),Kt(S,fe?"width":"height",D),Kt(S,fe?"top":"left",fe?lt:Je),Kt(S,fe?"height":"width",fe?Ce:H),Ju(S,Ur)}else Ai(S,Ur)}),ao=sr=lo=W=te=Z=J=Ee=R=null,Pe=1,Ea(!0),Je!=we||lt!=Bt||H!=We||Ce!=Ze){dt(!1);let S=H/We,A=Ce/Ze;if(se&&!oe&&ie.left>=0){ie.left*=S,ie.top*=A,ho&&_s(ho,Rn(ie.left),0,H,Ce),uo&&_s(uo,0,Rn(ie.top),H,Ce);for(let D=0;D<ut.length;D++){let F=ut[D];F!=null&&(Xt[D]*=S,ni[D]*=A,_s(F,Vi(Xt[D]),Vi(ni[D]),H,Ce))}}if(Yt.show&&!ce&&Yt.left>=0&&Yt.width>0){Yt.left*=S,Yt.width*=S,Yt.top*=A,Yt.height*=A;for(let D in Bu)Kt(mo,D,Yt[D])}we=Je,Bt=lt,We=H,Ze=Ce}kn("setSize"),ve=!1}nn>0&&_n>0&&(u.clearRect(0,0,h.width,h.height),kn("drawClear"),w.forEach(S=>S()),kn("draw")),Yt.show&&ce&&(ql(Yt),ce=!1),se&&oe&&(Ir(null,!0,!1),oe=!1),le.show&&le.live&&ye&&(Fu(),ye=!1),l||(l=!0,n.status=1,kn("ready")),ir=!1,rn=!1}n.redraw=(S,A)=>{be=A||!1,S!==!1?or(b,C.min,C.max):Kn()};function Nu(S,A){let D=v[S];if(D.from==null){if(sn==0){let F=D.range(n,A.min,A.max,S);A.min=F[0],A.max=F[1]}if(A.min>A.max){let F=A.min;A.min=A.max,A.max=F}if(sn>1&&A.min!=null&&A.max!=null&&A.max-A.min<1e-16)return;S==b&&D.distr==2&&sn>0&&(A.min=ts(A.min,e[0]),A.max=ts(A.max,e[0]),A.min==A.max&&A.max++),B[S]=A,ue=!0,Kn()}}n.setScale=Nu;let Du,Uu,ho,uo,Bp,kp,fo,po,zp,Vp,qt,Jt,rr=!1,Xn=ie.drag,On=Xn.x,Bn=Xn.y;se&&(ie.x&&(Du=zi(Vy,p)),ie.y&&(Uu=zi(Hy,p)),C.ori==0?(ho=Du,uo=Uu):(ho=Uu,uo=Du),qt=ie.left,Jt=ie.top);let Yt=n.select=Sn({show:!0,over:!0,left:0,width:0,top:0,height:0},s.select),mo=Yt.show?zi(zy,Yt.over?p:f):null;function ql(S,A){if(Yt.show){for(let D in S)Yt[D]=S[D],D in Bu&&Kt(mo,D,S[D]);A!==!1&&kn("setSelect")}}n.setSelect=ql;function vy(S){if(x[S].show)q&&Ju(je[S],Ur);else if(q&&Ai(je[S],Ur),se){let D=Re?ut[0]:ut[S];D!=null&&_s(D,-10,-10,H,Ce)}}function or(S,A,D){Nu(S,{min:A,max:D})}function fs(S,A,D,F){A.focus!=null&&Ty(S),A.show!=null&&x.forEach((X,Q)=>{Q>0&&(S==Q||S==null)&&(X.show=A.show,vy(Q),i==2?(or(X.facets[0].scale,null,null),or(X.facets[1].scale,null,null)):or(X.scale,null,null),Kn())}),D!==!1&&kn("setSeries",S,A),F&&Aa("setSeries",n,S,A)}n.setSeries=fs;function by(S,A){Sn(T[S],A)}function Sy(S,A){S.fill=vt(S.fill||null),S.dir=Tt(S.dir,-1),A=A??T.length,T.splice(A,0,S)}function My(S){S==null?T.length=0:T.splice(S,1)}n.addBand=Sy,n.setBand=by,n.delBand=My;function wy(S,A){x[S].alpha=A,se&&ut[S]!=null&&(ut[S].style.opacity=A),q&&je[S]&&(je[S].style.opacity=A)}let Ds,ar,Pr,go={focus:!0};function Ty(S){if(S!=Pr){let A=S==null,D=ze.alpha!=1;x.forEach((F,X)=>{if(i==1||X>0){let Q=A||X==0||X==S;F._focus=A?null:Q,D&&wy(X,Q?1:ze.alpha)}}),Pr=S,D&&Kn()}}q&&tt&&St(am,re,S=>{ie._lock||(et(S),Pr!=null&&fs(null,go,!0,bn.setSeries))});function ps(S,A,D){let F=v[A];D&&(S=S/At-(F.ori==1?lt:Je));let X=H;F.ori==1&&(X=Ce,S=X-S),F.dir==-1&&(S=X-S);let Q=F._min,fe=F._max,_e=S/X,Se=Q+(fe-Q)*_e,De=F.distr;return De==3?bo(10,Se):De==4?rx(Se,F.asinh):De==100?F.bwd(Se):Se}function Ey(S,A){let D=ps(S,b,A);return ts(D,e[0],un,dn)}n.valToIdx=S=>ts(S,e[0]),n.posToIdx=Ey,n.posToVal=ps,n.valToPos=(S,A,D)=>v[A].ori==0?r(S,v[A],D?j:H,D?N:0):o(S,v[A],D?ge:Ce,D?E:0),n.setCursor=(S,A,D)=>{qt=S.left,Jt=S.top,Ir(null,A,D)};function Hp(S,A){Kt(mo,yo,Yt.left=S),Kt(mo,Ca,Yt.width=A)}function Gp(S,A){Kt(mo,"top",Yt.top=S),Kt(mo,Pa,Yt.height=A)}let wa=C.ori==0?Hp:Gp,Ta=C.ori==1?Hp:Gp;function Ay(){if(q&&le.live)for(let S=i==2?1:0;S<x.length;S++){if(S==0&&ht)continue;let A=le.values[S],D=0;for(let F in A)Ue[S][D++].firstChild.nodeValue=A[F]}}function Fu(S,A){if(S!=null&&(S.idxs?S.idxs.forEach((D,F)=>{$[F]=D}):cx(S.idx)||$.fill(S.idx),le.idx=$[0]),q&&le.live){for(let D=0;D<x.length;D++)(D>0||i==1&&!ht)&&Ry(D,$[D]);Ay()}ye=!1,A!==!1&&kn("setLegend")}n.setLegend=Fu;function Ry(S,A){let D=x[S],F=S==0&&U==2?Mi:e[S],X;ht?X=D.values(n,S,A)??rt:(X=D.value(n,A==null?null:F[A],S,A),X=X==null?rt:{_:X}),le.values[S]=X}function Ir(S,A,D){zp=qt,Vp=Jt,[qt,Jt]=ie.move(n,qt,Jt),ie.left=qt,ie.top=Jt,se&&(ho&&_s(ho,Rn(qt),0,H,Ce),uo&&_s(uo,0,Rn(Jt),H,Ce));let F,X=un>dn;Ds=kt,ar=null;let Q=C.ori==0?H:Ce,fe=C.ori==1?H:Ce;if(qt<0||sn==0||X){F=ie.idx=null;for(let _e=0;_e<x.length;_e++){let Se=ut[_e];Se!=null&&_s(Se,-10,-10,H,Ce)}tt&&fs(null,go,!0,S==null&&bn.setSeries),le.live&&($.fill(F),ye=!0)}else{let _e,Se,De;i==1&&(_e=C.ori==0?qt:Jt,Se=ps(_e,b),F=ie.idx=ts(Se,e[0],un,dn),De=k(e[0][F],C,Q,0));let Fe=-10,ke=-10,ot=0,Et=0,wt=!0,yt="",$e="";for(let Ke=i==2?1:0;Ke<x.length;Ke++){let jt=x[Ke],on=$[Ke],zn=on==null?null:i==1?e[Ke][on]:e[Ke][1][on],Ot=ie.dataIdx(n,Ke,F,Se),an=Ot==null?null:i==1?e[Ke][Ot]:e[Ke][1][Ot];if(ye=ye||an!=zn||Ot!=on,$[Ke]=Ot,Ke>0&&jt.show){let wi=Ot==null?-10:Ot==F?De:k(i==1?e[0][Ot]:e[Ke][0][Ot],C,Q,0),si=an==null?-10:L(an,i==1?v[jt.scale]:v[jt.facets[1].scale],fe,0);if(tt&&an!=null){let Bi=C.ori==1?qt:Jt,$i=Cn(ze.dist(n,Ke,Ot,si,Bi));if($i<Ds){let ms=ze.bias;if(ms!=0){let Ti=ps(Bi,jt.scale),ki=an>=0?1:-1,Qi=Ti>=0?1:-1;Qi==ki&&(Qi==1?ms==1?an>=Ti:an<=Ti:ms==1?an<=Ti:an>=Ti)&&(Ds=$i,ar=Ke)}else Ds=$i,ar=Ke}}if(ye||Re){let Bi,$i;C.ori==0?(Bi=wi,$i=si):(Bi=si,$i=wi);let ms,Ti,ki,Qi,gs,ri,Ei=!0,Lr=me.bbox;if(Lr!=null){Ei=!1;let oi=Lr(n,Ke);ki=oi.left,Qi=oi.top,ms=oi.width,Ti=oi.height}else ki=Bi,Qi=$i,ms=Ti=me.size(n,Ke);if(ri=me.fill(n,Ke),gs=me.stroke(n,Ke),Re)Ke==ar&&Ds<=ze.prox&&(Fe=ki,ke=Qi,ot=ms,Et=Ti,wt=Ei,yt=ri,$e=gs);else{let oi=ut[Ke];oi!=null&&(Xt[Ke]=ki,ni[Ke]=Qi,pm(oi,ms,Ti,Ei),dm(oi,ri,gs),_s(oi,Vi(ki),Vi(Qi),H,Ce))}}}}if(Re){let Ke=ze.prox,jt=Pr==null?Ds<=Ke:Ds>Ke||ar!=Pr;if(ye||jt){let on=ut[0];on!=null&&(Xt[0]=Fe,ni[0]=ke,pm(on,ot,Et,wt),dm(on,yt,$e),_s(on,Vi(Fe),Vi(ke),H,Ce))}}}if(Yt.show&&rr)if(S!=null){let[_e,Se]=bn.scales,[De,Fe]=bn.match,[ke,ot]=S.cursor.sync.scales,Et=S.cursor.drag;if(On=Et._x,Bn=Et._y,On||Bn){let{left:wt,top:yt,width:$e,height:Ke}=S.select,jt=S.scales[ke].ori,on=S.posToVal,zn,Ot,an,wi,si,Bi=_e!=null&&De(_e,ke),$i=Se!=null&&Fe(Se,ot);Bi&&On?(jt==0?(zn=wt,Ot=$e):(zn=yt,Ot=Ke),an=v[_e],wi=k(on(zn,ke),an,Q,0),si=k(on(zn+Ot,ke),an,Q,0),wa(ns(wi,si),Cn(si-wi))):wa(0,Q),$i&&Bn?(jt==1?(zn=wt,Ot=$e):(zn=yt,Ot=Ke),an=v[Se],wi=L(on(zn,ot),an,fe,0),si=L(on(zn+Ot,ot),an,fe,0),Ta(ns(wi,si),Cn(si-wi))):Ta(0,fe)}else ku()}else{let _e=Cn(zp-Bp),Se=Cn(Vp-kp);if(C.ori==1){let ot=_e;_e=Se,Se=ot}On=Xn.x&&_e>=Xn.dist,Bn=Xn.y&&Se>=Xn.dist;let De=Xn.uni;De!=null?On&&Bn&&(On=_e>=De,Bn=Se>=De,!On&&!Bn&&(Se>_e?Bn=!0:On=!0)):Xn.x&&Xn.y&&(On||Bn)&&(On=Bn=!0);let Fe,ke;On&&(C.ori==0?(Fe=fo,ke=qt):(Fe=po,ke=Jt),wa(ns(Fe,ke),Cn(ke-Fe)),Bn||Ta(0,fe)),Bn&&(C.ori==1?(Fe=fo,ke=qt):(Fe=po,ke=Jt),Ta(ns(Fe,ke),Cn(ke-Fe)),On||wa(0,Q)),!On&&!Bn&&(wa(0,0),Ta(0,0))}if(Xn._x=On,Xn._y=Bn,S==null){if(D){if(em!=null){let[_e,Se]=bn.scales;bn.values[0]=_e!=null?ps(C.ori==0?qt:Jt,_e):null,bn.values[1]=Se!=null?ps(C.ori==1?qt:Jt,Se):null}Aa(Gu,n,qt,Jt,H,Ce,F)}if(tt){let _e=D&&bn.setSeries,Se=ze.prox;Pr==null?Ds<=Se&&fs(ar,go,!0,_e):Ds>Se?fs(null,go,!0,_e):ar!=Pr&&fs(ar,go,!0,_e)}}ye&&(le.idx=F,Fu()),A!==!1&&kn("setCursor")}let lr=null;Object.defineProperty(n,"rect",{get(){return lr==null&&Ea(!1),lr}});function Ea(S=!1){S?lr=null:(lr=p.getBoundingClientRect(),kn("syncRect",lr))}function Wp(S,A,D,F,X,Q,fe){ie._lock||rr&&S!=null&&S.movementX==0&&S.movementY==0||(Ou(S,A,D,F,X,Q,fe,!1,S!=null),S!=null?Ir(null,!0,!0):Ir(A,!0,!1))}function Ou(S,A,D,F,X,Q,fe,_e,Se){if(lr==null&&Ea(!1),et(S),S!=null)D=S.clientX-lr.left,F=S.clientY-lr.top;else{if(D<0||F<0){qt=-10,Jt=-10;return}let[De,Fe]=bn.scales,ke=A.cursor.sync,[ot,Et]=ke.values,[wt,yt]=ke.scales,[$e,Ke]=bn.match,jt=A.axes[0].side%2==1,on=C.ori==0?H:Ce,zn=C.ori==1?H:Ce,Ot=jt?Q:X,an=jt?X:Q,wi=jt?F:D,si=jt?D:F;if(wt!=null?D=$e(De,wt)?a(ot,v[De],on,0):-10:D=on*(wi/Ot),yt!=null?F=Ke(Fe,yt)?a(Et,v[Fe],zn,0):-10:F=zn*(si/an),C.ori==1){let Bi=D;D=F,F=Bi}}Se&&(A==null||A.cursor.event.type==Gu)&&((D<=1||D>=H-1)&&(D=Nr(D,H)),(F<=1||F>=Ce-1)&&(F=Nr(F,Ce))),_e?(Bp=D,kp=F,[fo,po]=ie.move(n,D,F)):(qt=D,Jt=F)}let Bu={width:0,height:0,left:0,top:0};function ku(){ql(Bu,!1)}let Xp,qp,Yp,jp;function Kp(S,A,D,F,X,Q,fe){rr=!0,On=Bn=Xn._x=Xn._y=!1,Ou(S,A,D,F,X,Q,fe,!0,!1),S!=null&&(St(Wu,Ku,Zp,!1),Aa(rm,n,fo,po,H,Ce,null));let{left:_e,top:Se,width:De,height:Fe}=Yt;Xp=_e,qp=Se,Yp=De,jp=Fe}function Zp(S,A,D,F,X,Q,fe){rr=Xn._x=Xn._y=!1,Ou(S,A,D,F,X,Q,fe,!1,!0);let{left:_e,top:Se,width:De,height:Fe}=Yt,ke=De>0||Fe>0,ot=Xp!=_e||qp!=Se||Yp!=De||jp!=Fe;if(ke&&ot&&ql(Yt),Xn.setScale&&ke&&ot){let Et=_e,wt=De,yt=Se,$e=Fe;if(C.ori==1&&(Et=Se,wt=Fe,yt=_e,$e=De),On&&or(b,ps(Et,b),ps(Et+wt,b)),Bn)for(let Ke in v){let jt=v[Ke];Ke!=b&&jt.from==null&&jt.min!=kt&&or(Ke,ps(yt+$e,Ke),ps(yt,Ke))}ku()}else ie.lock&&(ie._lock=!ie._lock,Ir(A,!0,S!=null));S!=null&&(En(Wu,Ku),Aa(Wu,n,qt,Jt,H,Ce,null))}function Cy(S,A,D,F,X,Q,fe){if(ie._lock)return;et(S);let _e=rr;if(rr){let Se=!0,De=!0,Fe=10,ke,ot;C.ori==0?(ke=On,ot=Bn):(ke=Bn,ot=On),ke&&ot&&(Se=qt<=Fe||qt>=H-Fe,De=Jt<=Fe||Jt>=Ce-Fe),ke&&Se&&(qt=qt<fo?0:H),ot&&De&&(Jt=Jt<po?0:Ce),Ir(null,!0,!0),rr=!1}qt=-10,Jt=-10,$.fill(null),Ir(null,!0,!0),_e&&(rr=_e)}function Jp(S,A,D,F,X,Q,fe){ie._lock||(et(S),Ma(),ku(),S!=null&&Aa(lm,n,qt,Jt,H,Ce,null))}function $p(){M.forEach(Tv),z(n.width,n.height,!0)}Fr($l,vo,$p);let _o={};_o.mousedown=Kp,_o.mousemove=Wp,_o.mouseup=Zp,_o.dblclick=Jp,_o.setSeries=(S,A,D,F)=>{let X=bn.match[2];D=X(n,A,D),D!=-1&&fs(D,F,!0,!1)},se&&(St(rm,p,Kp),St(Gu,p,Wp),St(om,p,S=>{et(S),Ea(!1)}),St(am,p,Cy),St(lm,p,Jp),id.add(n),n.syncRect=Ea);let Yl=n.hooks=s.hooks||{};function kn(S,A,D){ii?Nt.push([S,A,D]):S in Yl&&Yl[S].forEach(F=>{F.call(null,n,A,D)})}(s.plugins||[]).forEach(S=>{for(let A in S.hooks)Yl[A]=(Yl[A]||[]).concat(S.hooks[A])});let Qp=(S,A,D)=>D,bn=Sn({key:null,setSeries:!1,filters:{pub:xm,sub:xm},scales:[b,x[1]?x[1].scale:null],match:[vm,vm,Qp],values:[null,null]},ie.sync);bn.match.length==2&&bn.match.push(Qp),ie.sync=bn;let em=bn.key,zu=gg(em);function Aa(S,A,D,F,X,Q,fe){bn.filters.pub(S,A,D,F,X,Q,fe)&&zu.pub(S,A,D,F,X,Q,fe)}zu.sub(n);function Py(S,A,D,F,X,Q,fe){bn.filters.sub(S,A,D,F,X,Q,fe)&&_o[S](null,A,D,F,X,Q,fe)}n.pub=Py;function Iy(){zu.unsub(n),id.delete(n),Fn.clear(),$u($l,vo,$p),c.remove(),re?.remove(),kn("destroy")}n.destroy=Iy;function Vu(){kn("init",s,e),Sa(e||s.data,!1),B[b]?Nu(b,B[b]):Ma(),ce=Yt.show&&(Yt.width>0||Yt.height>0),oe=ye=!0,z(s.width,s.height)}return x.forEach(oo),M.forEach(Ps),t?t instanceof HTMLElement?(t.appendChild(c),Vu()):t(n,Vu):Vu(),n}Mn.assign=Sn;Mn.fmtNum=hd;Mn.rangeNum=Ql;Mn.rangeLog=nc;Mn.rangeAsinh=ld;Mn.orient=Br;Mn.pxRatio=At;Mn.join=gx;Mn.fmtDate=dd,Mn.tzDate=Ax;Mn.sync=gg;{Mn.addGap=cv,Mn.clipGaps=rc;let s=Mn.paths={points:Sg};s.linear=wg,s.stepped=dv,s.bars=fv,s.spline=mv}function de(s,e={},...t){let n=document.createElement(s);for(let[i,r]of Object.entries(e))i.startsWith("on")?n.addEventListener(i.slice(2),r):r===!0?n.setAttribute(i,""):r!==!1&&r!==void 0&&n.setAttribute(i,String(r));return n.append(...t.filter(i=>i!=null&&i!==!1)),n}function Zn(s,e={},...t){let n=document.createElementNS("http://www.w3.org/2000/svg",s);for(let[i,r]of Object.entries(e))n.setAttribute(i,String(r));return n.append(...t),n}function ln(s){if(s==null||Number.isNaN(s))return"\u2013";if(s===0)return"0";let e=Math.abs(s);return e>=1e5||e<.001?s.toExponential(2).replace(/\.?0+e/,"e"):String(Number(s.toPrecision(4)))}function Ua(s,e,t){return de("table",{id:t},de("thead",{},de("tr",{},...s.map(n=>de("th",{},n)))),de("tbody",{},...e.map(n=>de("tr",{},...n.map(i=>typeof i=="string"?de("td",{},i):de("td",{class:"number","data-value":i===null?"":String(i)},ln(i)))))))}function li(s){return getComputedStyle(document.documentElement).getPropertyValue("--"+s).trim()}function cc(s){let e=!1;return()=>{e||(e=!0,requestAnimationFrame(()=>{e=!1,s()}))}}var Ev=3,hc=class{root=de("div",{class:"charts"});onSeek=()=>{};runs=[];pinned;joint="";joints=[];plots=[];pick=de("select",{id:"joint","aria-label":"joint",onchange:()=>this.choose(this.pick.value)});panes=de("div",{class:"panes"});cursor=0;constructor(){this.root.append(de("div",{class:"bar"},de("label",{for:"joint"},"Joint "),this.pick,de("span",{class:"key"},...["newest","reference","former","pinned"].map(e=>de("span",{class:"k-"+e},e)))),this.panes),new ResizeObserver(()=>this.resize()).observe(this.panes),matchMedia("(prefers-color-scheme: dark)").addEventListener("change",()=>this.rebuild())}load(e,t){this.joints=e,this.runs=[],this.pinned=void 0,this.pick.replaceChildren(...e.map(n=>de("option",{value:n.name},n.name))),this.joint=this.pick.value=t,this.rebuild()}choose(e){this.joint=this.pick.value=e,this.rebuild()}get chosen(){return this.joint}add(e){this.runs.unshift(e),this.runs.length=Math.min(this.runs.length,Ev+1),this.rebuild()}pin(e){this.pinned=e,this.rebuild()}mark(e){this.cursor=e;for(let t of this.plots)t.redraw(!1)}curves(e){let t=[],n=`${this.joint}/${e}`,i=(r,o,a,l,c={})=>{let h=r?.get(o);r&&h&&r.rows&&t.push({label:a,x:r.time,y:h,stroke:l,...c})};for(let r=this.runs.length-1;r>0;r--)i(this.runs[r],n,"former","former");return i(this.pinned,n,"pinned","pinned",{dash:[7,4]}),i(this.runs[0],`${this.joint}/reference/${e}`,"reference","reference",{dash:[4,4]}),i(this.runs[0],n,"newest","newest",{width:2}),t}rebuild(){for(let t of this.plots)t.destroy();if(this.plots=[],this.panes.replaceChildren(),!this.runs.length)return;let e=this.joints.find(t=>t.name===this.joint);this.plot("position","position (rad or m)",e?[e.lower,e.upper]:[]),this.plot("effort","effort (N m or N)",e?.effort!=null?[-e.effort,e.effort]:[])}plot(e,t,n){let i=this.curves(e);if(!i.length)return;let r=de("div",{class:"plot","data-quantity":e});this.panes.append(r);let a={stroke:li("text"),grid:{stroke:li("line"),width:1},ticks:{stroke:li("line"),width:1}},l=Mn.join(i.map(p=>[p.x,p.y])),[c,h]=Av(i),u=Math.max((h-c)*.06,1e-6*Math.max(Math.abs(c),Math.abs(h),1)),d=n.filter(p=>p!==null&&p>c-4*u&&p<h+4*u),f=new Mn({width:Math.max(r.clientWidth,200),height:190,title:t,legend:{show:!1},cursor:{drag:{x:!0,y:!1},points:{size:5}},scales:{x:{time:!1},y:{range:()=>[Math.min(c-u,...d),Math.max(h+u,...d)]}},axes:[{...a,size:28},{...a,size:56,values:(p,_)=>_.map(ln)}],series:[{},...i.map(p=>({label:p.label,stroke:li(p.stroke),width:p.width??1.2,dash:p.dash,points:{show:!1},spanGaps:!0}))],hooks:{draw:[p=>this.overlay(p,d)]}},l,r);f.over.addEventListener("click",()=>{f.cursor.left!=null&&f.cursor.left>=0&&this.onSeek(f.posToVal(f.cursor.left,"x"))}),this.plots.push(f)}overlay(e,t){let{ctx:n,bbox:i}=e;n.save(),n.strokeStyle=li("limit"),n.setLineDash([2,3]);for(let o of t){let a=Math.round(e.valToPos(o,"y",!0));n.beginPath(),n.moveTo(i.left,a),n.lineTo(i.left+i.width,a),n.stroke()}let r=e.valToPos(this.cursor,"x",!0);r>=i.left&&r<=i.left+i.width&&(n.strokeStyle=li("text"),n.setLineDash([]),n.globalAlpha=.5,n.beginPath(),n.moveTo(r,i.top),n.lineTo(r,i.top+i.height),n.stroke()),n.restore()}resize(){for(let e of this.plots){let t=e.root.parentElement.clientWidth;t&&t!==e.width&&e.setSize({width:t,height:e.height})}}};function Av(s){let e=1/0,t=-1/0;for(let n of s)for(let i of n.y)i<e&&(e=i),i>t&&(t=i);return Number.isFinite(e)&&Number.isFinite(t)?[e,t]:[0,1]}var Rv={tune:"What the scenario has tuned",controller:"Controller",reference:"References",efforts:"Efforts",links:"Links",joints:"Joints",sensors:"Sensors",actuators:"Actuators",disturbances:"Disturbances",initial:"Start"},xd=1e3,uc=class{constructor(e,t){this.changed=e;this.find=t}changed;find;root=de("div",{class:"knobs"});values=new Map;rows=new Map;groups=new Map;load(e,t){this.root.replaceChildren(),this.rows.clear(),this.groups.clear(),this.values.clear();let n=de("datalist",{id:"paths"},...t.map(l=>de("option",{value:l}))),i=de("span",{class:"fault",role:"alert"}),r=de("input",{type:"search",list:"paths",placeholder:"any number: controller.gains\u2026","aria-label":"path of a number",id:"path",autocomplete:"off",spellcheck:"false"}),o=de("form",{class:"search",onsubmit:l=>{l.preventDefault(),i.textContent="";let c=r.value.trim();if(!c)return;let h=this.rows.get(c);if(h)return h.reveal();this.find(c).then(u=>{this.add(u).reveal(),r.value=""},u=>i.textContent=String(u.message??u))}},r,de("button",{},"Add knob"),n,i);this.root.append(o),e.forEach(l=>this.add(l));let a=this.groups.values().next().value;a&&(a.open=!0)}add(e){let t=this.groups.get(e.group);t||(t=de("details",{},de("summary",{},Rv[e.group]??e.group)),this.groups.set(e.group,t),this.root.append(t));let n=new vd(e,i=>{i===e.value?this.values.delete(e.path):this.values.set(e.path,i),this.changed()});return this.rows.set(e.path,n),t.append(n.root),n}set(){return[...this.values].map(([e,t])=>({path:e,value:t}))}put(e){let t=new Map(e.map(n=>[n.path,Number(n.value)]));this.values=new Map(t);for(let[n,i]of this.rows)i.show(t.get(n)??i.knob.value);this.changed()}},vd=class{constructor(e,t){this.knob=e;this.turned=t;let{path:n}=e;this.slider=de("input",{type:"range",min:0,max:xd,step:1,"aria-label":n,"data-path":n,oninput:()=>this.take(this.value(Number(this.slider.value)),!1)}),this.field=de("input",{type:"text",inputmode:"decimal","aria-label":n+", number",onchange:()=>{let r=Number(this.field.value);this.take(this.field.value.trim()===""||!Number.isFinite(r)?e.value:r,!0)}});let i=de("button",{class:"back",title:"back to "+e.value,"aria-label":"back to "+e.value,onclick:()=>this.take(e.value,!0)},"\u21BA");this.root=de("div",{class:"knob"},de("label",{title:n},Cv(n)),this.slider,this.field,i),this.show(e.value)}knob;turned;root;slider;field;reveal(){this.root.parentElement.open=!0,this.root.scrollIntoView({block:"nearest"}),this.slider.focus()}show(e){this.slider.value=String(this.notch(e)),this.field.value=String(e),this.root.classList.toggle("turned",e!==this.knob.value)}take(e,t){t||(e=Number(e.toPrecision(4))),this.show(e),this.turned(e)}value(e){let{lower:t,upper:n,log:i}=this.knob,r=e/xd;return i?t*Math.pow(n/t,r):t+r*(n-t)}notch(e){let{lower:t,upper:n,log:i}=this.knob,r=i?Math.log(e/t)/Math.log(n/t):(e-t)/(n-t);return Math.round(xd*Math.min(1,Math.max(0,r||0)))}};function Cv(s){return s.replace(/^(controller\.gains|controller|reference|joints|links|sensors|actuators|efforts|initial)\./,"")}function Pv(s){let e=new DataView(s).getUint32(0,!0);return{...JSON.parse(new TextDecoder().decode(new Uint8Array(s,4,e))),numbers:new Float64Array(s.slice(4+e))}}var dc=class{onLost=()=>{};next=1;listeners=new Map;send(e,t){let n=this.next++;return this.listeners.set(n,t),this.listeners.size>64&&this.listeners.delete(this.listeners.keys().next().value),this.transmit(JSON.stringify({id:n,...e})),n}receive(e){let t=Pv(e);this.listeners.get(t.id)?.(t)}},fc=class extends dc{socket;waiting=[];constructor(){super();let e=new URL("messages"+location.search,location.href);e.protocol=e.protocol.replace("http","ws"),this.socket=new WebSocket(e),this.socket.binaryType="arraybuffer",this.socket.onopen=()=>this.waiting.splice(0).forEach(t=>this.socket.send(t)),this.socket.onmessage=t=>this.receive(t.data),this.socket.onclose=t=>this.onLost(t.reason||"the program that served this page does not answer any more; start it again and reload")}transmit(e){this.socket.readyState===WebSocket.OPEN?this.socket.send(e):this.waiting.push(e)}},pc=class extends dc{constructor(t){super();this.worker=t;t.onmessage=n=>{typeof n.data=="string"?this.onLost(n.data):this.receive(n.data)},t.onerror=n=>this.onLost("the engine in this page has ended: "+n.message)}worker;transmit(t){this.worker.postMessage(t)}},Fa=class{constructor(e){this.engine=e}engine;busy=!1;next;ask(e,t){let n=()=>{this.busy=!0,this.engine.send(e,i=>{this.busy=!1;let r=this.next;this.next=void 0,t(i),r?.()})};this.busy?this.next=n:n()}};var Rg=180/Math.PI,Cg=s=>s===null?null:20*Math.log10(s),mc=class{root=de("div",{class:"margins",id:"margins"});bode=de("div",{class:"bode"});chosen="";plots=[];fail(e){this.clear(),this.root.replaceChildren(de("p",{class:"fault"},e))}show(e){this.clear();let t=e.period===0,n=t?`the largest real part of a pole is ${ln(e.closed_loop_poles?.[0]?.real)} 1/s`:`the spectral radius from sample to sample is ${ln(e.spectral_radius)}`,i=e.note?` (${e.note})`:"",r=e.stable===null?`not judged: ${e.reason}`:`${e.stable?"stable;":"unstable:"} ${n}${i}`;this.root.replaceChildren(de("p",{class:"verdict","data-stable":String(e.stable),"data-spectral-radius":String(e.spectral_radius)},r),de("p",{class:"small"},t?"Acting at every instant; ":`Period ${ln(e.period*1e3)} ms, at most ${ln(e.largest_stable_period*1e3)} ms; `,e.nearest_to_instability?`nearest to instability: ${e.nearest_to_instability}`:""));let o=e.loops.map(c=>[c.joint,Cg(c.gain_margin),c.phase_margin===null?null:c.phase_margin*Rg,c.delay_margin===null?null:c.delay_margin*1e3,Cg(c.sensitivity_peak)]);if(this.root.append(Ua(["joint","gain margin dB","phase margin \xB0","delay margin ms","sensitivity peak dB"],o)),this.root.append(Iv(e.closed_loop_poles)),!e.loops.length)return;let a=e.loops.map(c=>c.joint);a.includes(this.chosen)||(this.chosen=e.nearest_to_instability??a[0]);let l=de("select",{"aria-label":"loop of the Bode plot",onchange:()=>{this.chosen=l.value,this.drawBode(e.loops.find(c=>c.joint===this.chosen))}},...a.map(c=>de("option",{value:c,selected:c===this.chosen},c)));this.root.append(de("p",{},"Loop of ",l),this.bode),this.drawBode(e.loops.find(c=>c.joint===this.chosen))}clear(){for(let e of this.plots)e.destroy();this.plots=[],this.bode.replaceChildren()}drawBode(e){this.clear();let{frequency:t,gain:n,phase:i}=e.bode,o={stroke:li("text"),grid:{stroke:li("line"),width:1},ticks:{stroke:li("line"),width:1}},a=(l,c)=>{let h=de("div",{class:"plot"});this.bode.append(h),this.plots.push(new Mn({width:Math.max(h.clientWidth,200),height:150,title:l,legend:{show:!1},scales:{x:{time:!1,distr:3}},axes:[{...o,size:28,values:(u,d)=>d.map(f=>f===null?"":ln(f))},{...o,size:56}],series:[{},{stroke:li("newest"),width:1.6,points:{show:!1}}]},[t,c],h))};a("gain (dB) over frequency (rad/s)",n.map(l=>20*Math.log10(l))),a("phase (\xB0)",i.map(l=>l*Rg))}};function Iv(s){let e=s.filter(c=>c.real!==null&&c.imaginary!==null).map(c=>[c.real,c.imaginary]),t=260,n=c=>Math.sign(c)*Math.log10(1+Math.abs(c)),i=Math.max(1,...e.flat().map(c=>Math.abs(n(c))))*1.08,r=c=>t/2+n(c)/i*(t/2-6),o=c=>t/2-n(c)/i*(t/2-6),a=Zn("svg",{viewBox:`0 0 ${t} ${t}`,class:"poles",role:"img","aria-label":"poles of the closed loop"});a.append(Zn("rect",{x:t/2,y:0,width:t/2,height:t,class:"unstable"}),Zn("line",{x1:0,x2:t,y1:t/2,y2:t/2,class:"axis"}),Zn("line",{x1:t/2,x2:t/2,y1:0,y2:t,class:"axis"}));for(let[c,h]of e){let[u,d]=[r(c),o(h)],f=Zn("path",{d:`M${u-4} ${d-4}l8 8m0-8l-8 8`,class:c>0?"pole bad":"pole"});f.append(Zn("title")),f.firstChild.textContent=`${ln(c)} ${h<0?"\u2212":"+"} ${ln(Math.abs(h))} i 1/s`,a.append(f)}let l=Zn("text",{x:4,y:12});return l.textContent="poles, 1/s, logarithmic from 1 on",a.append(l),a}var Lv=200,gc=class{root=de("div",{class:"runs",id:"runs"});onPlay=()=>{};batch;numeric=[];values=[];order=[];by=0;falling=!1;words="";brush;body=de("tbody");head=de("tr");count=de("span",{class:"small"});pictures=de("div",{class:"pictures"});pickX=de("select",{"aria-label":"across",onchange:()=>this.redraw()});pickY=de("select",{"aria-label":"up",onchange:()=>this.redraw()});load(e){this.batch=e,this.values=e.columns.map((r,o)=>Float64Array.from(e.rows,a=>a[o]===""?NaN:Number(a[o]))),this.numeric=e.columns.map((r,o)=>o).filter(r=>r>0&&this.values[r].some(o=>Number.isFinite(o)));let t=()=>this.numeric.map(r=>de("option",{value:r},e.columns[r]));this.pickX.replaceChildren(...t()),this.pickY.replaceChildren(...t());let n=this.numeric.filter(r=>e.axes.includes(e.columns[r]));this.pickX.value=String(n[0]??this.numeric[0]),this.pickY.value=String(this.numeric.find(r=>r>Math.max(...n,0)&&r>3)??this.numeric[0]),this.head.replaceChildren(...e.columns.map((r,o)=>de("th",{},de("button",{onclick:()=>this.sort(o),title:"sort by "+r},r))));let i=de("input",{type:"search",placeholder:"filter: done, or iae < 0.2","aria-label":"filter",id:"filter",oninput:()=>{this.words=i.value,this.redraw()}});this.root.replaceChildren(de("div",{class:"bar"},i,this.count),de("div",{class:"bar"},"across ",this.pickX," up ",this.pickY),this.pictures,de("div",{class:"scroll"},de("table",{},de("thead",{},this.head),this.body))),this.redraw()}sort(e){this.falling=e===this.by?!this.falling:!1,this.by=e,this.redraw()}passes(e){for(let r of this.words.split(/\s*(?:,|and)\s*/).filter(Boolean)){let o=/^(.+?)\s*(<=|>=|<|>|=)\s*(.+)$/.exec(r),a=o?this.batch.columns.indexOf(o[1]):-1;if(o&&a>=0){let[l,c]=[this.values[a][e],Number(o[3])];if(!(o[2]==="="?this.batch.rows[e][a]===o[3]||l===c:o[2]==="<"?l<c:o[2]===">"?l>c:o[2]==="<="?l<=c:l>=c))return!1}else if(!this.batch.rows[e].some(l=>l.includes(r)))return!1}let t=this.brush;if(!t)return!0;let[n,i]=[this.values[t.x][e],this.values[t.y][e]];return n>=t.box[0]&&n<=t.box[1]&&i>=t.box[2]&&i<=t.box[3]}redraw(){let{rows:e}=this.batch;this.order=e.map((a,l)=>l).filter(a=>this.passes(a));let t=this.values[this.by],n=this.falling?-1:1,i=!t.some(a=>Number.isFinite(a));this.order.sort((a,l)=>i?n*e[a][this.by].localeCompare(e[l][this.by])||a-l:Number.isNaN(t[a])||Number.isNaN(t[l])?Number(Number.isNaN(t[a]))-Number(Number.isNaN(t[l]))||a-l:n*(t[a]-t[l])||a-l),this.head.querySelectorAll("th").forEach((a,l)=>a.setAttribute("aria-sort",l!==this.by?"none":this.falling?"descending":"ascending")),this.count.textContent=`${this.order.length} of ${e.length} runs`,this.body.replaceChildren(...this.order.slice(0,Lv).map(a=>de("tr",{tabindex:0,"data-run":e[a][0],onclick:()=>this.onPlay(Number(e[a][0])),onkeydown:l=>l.key==="Enter"&&this.onPlay(Number(e[a][0]))},...e[a].map((l,c)=>de("td",{class:this.numeric.includes(c)?"number":"",title:l},this.numeric.includes(c)&&l!==""?ln(Number(l)):l)))));let[r,o]=[Number(this.pickX.value),Number(this.pickY.value)];this.pictures.replaceChildren(this.scatter(r,o),this.histogram(o))}scatter(e,t){let[n,i]=[300,200],[r,o]=[Pg(this.values[e],8,n-8),Pg(this.values[t],i-8,8)],a=new Set(this.order),l=Zn("svg",{viewBox:`0 0 ${n} ${i}`,class:"scatter",role:"img","aria-label":`${this.batch.columns[t]} over ${this.batch.columns[e]}`}),{rows:c}=this.batch,h=Math.ceil(c.length/4e3);for(let p=0;p<c.length;p+=h){let[_,m]=[r.to(this.values[e][p]),o.to(this.values[t][p])];if(!Number.isFinite(_+m))continue;let g=Zn("circle",{cx:_,cy:m,r:2.4,class:a.has(p)?"dot":"dot out"});g.addEventListener("click",()=>this.onPlay(Number(c[p][0]))),l.append(g)}let u,d=p=>{let _=l.getBoundingClientRect();return[(p.clientX-_.left)/_.width*n,(p.clientY-_.top)/_.height*i]},f=Zn("rect",{class:"brush",width:0,height:0});return l.append(f),l.addEventListener("pointerdown",p=>u=d(p)),l.addEventListener("pointermove",p=>{if(!u)return;let _=d(p);for(let[m,g]of Object.entries({x:Math.min(u[0],_[0]),y:Math.min(u[1],_[1]),width:Math.abs(_[0]-u[0]),height:Math.abs(_[1]-u[1])}))f.setAttribute(m,String(g))}),l.addEventListener("pointerup",p=>{if(!u)return;let[_,m]=[u,d(p)];if(u=void 0,Math.abs(_[0]-m[0])<4||Math.abs(_[1]-m[1])<4)p.target.classList.contains("dot")||(this.brush=void 0);else{let g=(x,M,v)=>[x.from(M),x.from(v)].sort((T,b)=>T-b);this.brush={x:e,y:t,box:[...g(r,_[0],m[0]),...g(o,_[1],m[1])]}}this.redraw()}),l}histogram(e){let[t,n,i]=[300,200,24],r=this.order.map(u=>this.values[e][u]).filter(Number.isFinite),o=Zn("svg",{viewBox:`0 0 ${t} ${n}`,class:"histogram",role:"img","aria-label":"how often "+this.batch.columns[e]});if(!r.length)return o;let[a,l]=r.reduce(([u,d],f)=>[Math.min(u,f),Math.max(d,f)],[1/0,-1/0]),c=new Array(i).fill(0);for(let u of r)c[l>a?Math.min(i-1,Math.floor((u-a)/(l-a)*i)):0]++;let h=Math.max(...c);c.forEach((u,d)=>{let f=u/h*(n-34),p=Zn("rect",{x:8+d*(t-16)/i,y:n-18-f,width:(t-16)/i-1,height:f,class:"bin"});p.append(Zn("title")),p.firstChild.textContent=`${u} runs from ${ln(a+d*(l-a)/i)}`,o.append(p)});for(let[u,d,f]of[[8,ln(a),"start"],[t/2,this.batch.columns[e],"middle"],[t-8,ln(l),"end"]]){let p=Zn("text",{x:u,y:n-4,"text-anchor":f});p.textContent=String(d),o.append(p)}return o}};function Pg(s,e,t){let[n,i]=[1/0,-1/0];for(let o of s)Number.isFinite(o)&&(n=Math.min(n,o),i=Math.max(i,o));let r=i>n?i-n:1;return{to:o=>e+(o-n)/r*(t-e),from:o=>n+(o-e)/(t-e)*r}}var Oa=class{constructor(e,t){this.names=e;let n=e.length;this.rows=n?Math.floor(t.length/n):0,e.forEach((i,r)=>{let o=new Float64Array(this.rows);for(let a=0;a<this.rows;a++)o[a]=t[a*n+r];this.columns.set(i,o)}),this.time=this.columns.get("time")??new Float64Array(0)}names;rows;time;columns=new Map;get(e){return this.columns.get(e)}get end(){return this.rows?this.time[this.rows-1]:0}at(e){let t=0,n=this.rows-1;for(;t<n;){let r=t+n+1>>1;this.time[r]<=e?t=r:n=r-1}if(t>=this.rows-1)return[Math.max(t,0),0];let i=this.time[t+1]-this.time[t];return[t,i>0?Math.min(1,Math.max(0,(e-this.time[t])/i)):0]}value(e,t,n){let i=this.columns.get(e);if(!(!i||t>=i.length))return n===0||t+1>=i.length?i[t]:i[t]+n*(i[t+1]-i[t])}};var wr={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},Tr={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},M0=0,lf=1,w0=2;var Ml=1,T0=2,oa=3,Yi=0,pi=1,xi=2,$r=0,aa=1,cf=2,hf=3,uf=4,E0=5;var Qr=100,A0=101,R0=102,C0=103,P0=104,I0=200,L0=201,N0=202,D0=203,df=204,ff=205,U0=206,F0=207,O0=208,B0=209,k0=210,z0=211,V0=212,H0=213,G0=214,Yc=0,jc=1,Kc=2,Go=3,Zc=4,Jc=5,$c=6,Qc=7,wl=0,W0=1,X0=2,Ts=0,pf=1,mf=2,gf=3,_f=4,yf=5,xf=6,vf=7,qd="attached",q0="detached",bf=300,eo=301,la=302,gh=303,_h=304,Li=1e3,qn=1001,Wo=1002,pn=1003,yh=1004;var to=1005;var hn=1006,ca=1007;var mi=1008;var vi=1009,Sf=1010,Mf=1011,ha=1012,xh=1013,ls=1014,Oi=1015,cs=1016,vh=1017,bh=1018,no=1020,wf=35902,Tf=35899,Ef=1021,Af=1022,ji=1023,Ws=1026,tr=1027,Sh=1028,Mh=1029,Er=1030,wh=1031;var Th=1033,Tl=33776,El=33777,Al=33778,Rl=33779,Eh=35840,Ah=35841,Rh=35842,Ch=35843,Ph=36196,Ih=37492,Lh=37496,Nh=37488,Dh=37489,Cl=37490,Uh=37491,Fh=37808,Oh=37809,Bh=37810,kh=37811,zh=37812,Vh=37813,Hh=37814,Gh=37815,Wh=37816,Xh=37817,qh=37818,Yh=37819,jh=37820,Kh=37821,Zh=36492,Jh=36494,$h=36495,Qh=36283,eu=36284,Pl=36285,tu=36286;var Xs=2300,Wr=2301,Xc=2302,Za=2303,Yd=2400,jd=2401,Kd=2402,Y0=2500;var Rf=0,Il=1,ua=2,j0=3200;var da=0,K0=1,nr="",bt="srgb",ui="srgb-linear",Ja="linear",Pt="srgb";var qc=7680;var Z0=519,J0=512,$0=513,Q0=514,Cf=515,e_=516,t_=517,Pf=518,If=519,Lf=35044;var Nf="300 es",Gi=2e3,Xo=2001;function Nv(s){for(let e=s.length-1;e>=0;--e)if(s[e]>=65535)return!0;return!1}function Dv(s){return ArrayBuffer.isView(s)&&!(s instanceof DataView)}function qo(s){return document.createElementNS("http://www.w3.org/1999/xhtml",s)}function n_(){let s=qo("canvas");return s.style.display="block",s}var Ig={},Yo=null;function $a(...s){let e="THREE."+s.shift();Yo?Yo("log",e,...s):console.log(e,...s)}function i_(s){let e=s[0];if(typeof e=="string"&&e.startsWith("TSL:")){let t=s[1];t&&t.isStackTrace?s[0]+=" "+t.getLocation():s[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return s}function Ye(...s){s=i_(s);let e="THREE."+s.shift();if(Yo)Yo("warn",e,...s);else{let t=s[0];t&&t.isStackTrace?console.warn(t.getError(e)):console.warn(e,...s)}}function Qe(...s){s=i_(s);let e="THREE."+s.shift();if(Yo)Yo("error",e,...s);else{let t=s[0];t&&t.isStackTrace?console.error(t.getError(e)):console.error(e,...s)}}function Gr(...s){let e=s.join(" ");e in Ig||(Ig[e]=!0,Ye(...s))}function s_(s,e,t){return new Promise(function(n,i){function r(){switch(s.clientWaitSync(e,s.SYNC_FLUSH_COMMANDS_BIT,0)){case s.WAIT_FAILED:i();break;case s.TIMEOUT_EXPIRED:setTimeout(r,t);break;default:n()}}setTimeout(r,t)})}var r_={[Yc]:Yc,[Kc]:$c,[Zc]:Zc,[Go]:Jc,[jc]:jc,[$c]:Kc,[Qc]:Qc,[Jc]:Go},os=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[e]===void 0&&(n[e]=[]),n[e].indexOf(t)===-1&&n[e].push(t)}hasEventListener(e,t){let n=this._listeners;return n===void 0?!1:n[e]!==void 0&&n[e].indexOf(t)!==-1}removeEventListener(e,t){let n=this._listeners;if(n===void 0)return;let i=n[e];if(i!==void 0){let r=i.indexOf(t);r!==-1&&i.splice(r,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let n=t[e.type];if(n!==void 0){e.target=this;let i=n.slice(0);for(let r=0,o=i.length;r<o;r++)i[r].call(this,e);e.target=null}}},Jn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],Lg=1234567,ja=Math.PI/180,Xr=180/Math.PI;function Es(){let s=Math.random()*4294967295|0,e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(Jn[s&255]+Jn[s>>8&255]+Jn[s>>16&255]+Jn[s>>24&255]+"-"+Jn[e&255]+Jn[e>>8&255]+"-"+Jn[e>>16&15|64]+Jn[e>>24&255]+"-"+Jn[t&63|128]+Jn[t>>8&255]+"-"+Jn[t>>16&255]+Jn[t>>24&255]+Jn[n&255]+Jn[n>>8&255]+Jn[n>>16&255]+Jn[n>>24&255]).toLowerCase()}function pt(s,e,t){return Math.max(e,Math.min(t,s))}function Df(s,e){return(s%e+e)%e}function Uv(s,e,t,n,i){return n+(s-e)*(i-n)/(t-e)}function Fv(s,e,t){return s!==e?(t-s)/(e-s):0}function Ka(s,e,t){return(1-t)*s+t*e}function Ov(s,e,t,n){return Ka(s,e,1-Math.exp(-t*n))}function Bv(s,e=1){return e-Math.abs(Df(s,e*2)-e)}function kv(s,e,t){return s<=e?0:s>=t?1:(s=(s-e)/(t-e),s*s*(3-2*s))}function zv(s,e,t){return s<=e?0:s>=t?1:(s=(s-e)/(t-e),s*s*s*(s*(s*6-15)+10))}function Vv(s,e){return s+Math.floor(Math.random()*(e-s+1))}function Hv(s,e){return s+Math.random()*(e-s)}function Gv(s){return s*(.5-Math.random())}function Wv(s){s!==void 0&&(Lg=s);let e=Lg+=1831565813;return e=Math.imul(e^e>>>15,e|1),e^=e+Math.imul(e^e>>>7,e|61),((e^e>>>14)>>>0)/4294967296}function Xv(s){return s*ja}function qv(s){return s*Xr}function Yv(s){return s>0&&Number.isInteger(s)&&2**Math.round(Math.log2(s))===s}function jv(s){return Math.pow(2,Math.ceil(Math.log(s)/Math.LN2))}function Uf(s){return Math.pow(2,Math.floor(Math.log(s)/Math.LN2))}function Kv(s,e,t,n,i){let r=Math.cos,o=Math.sin,a=r(t/2),l=o(t/2),c=r((e+n)/2),h=o((e+n)/2),u=r((e-n)/2),d=o((e-n)/2),f=r((n-e)/2),p=o((n-e)/2);switch(i){case"XYX":s.set(a*h,l*u,l*d,a*c);break;case"YZY":s.set(l*d,a*h,l*u,a*c);break;case"ZXZ":s.set(l*u,l*d,a*h,a*c);break;case"XZX":s.set(a*h,l*p,l*f,a*c);break;case"YXY":s.set(l*f,a*h,l*p,a*c);break;case"ZYZ":s.set(l*p,l*f,a*h,a*c);break;default:Ye("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+i)}}function nu(s){switch(s.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function Ff(s,e){if(e.constructor===Float32Array)return s;let t=nu(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(s/t,-1)}function Of(s,e){if(e.constructor===Float32Array)return s;let t=nu(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(s*t)}var jn={DEG2RAD:ja,RAD2DEG:Xr,generateUUID:Es,clamp:pt,euclideanModulo:Df,mapLinear:Uv,inverseLerp:Fv,lerp:Ka,damp:Ov,pingpong:Bv,smoothstep:kv,smootherstep:zv,randInt:Vv,randFloat:Hv,randFloatSpread:Gv,seededRandom:Wv,degToRad:Xv,radToDeg:qv,isPowerOfTwo:Yv,ceilPowerOfTwo:jv,floorPowerOfTwo:Uf,setQuaternionFromProperEuler:Kv,normalize:Of,denormalize:Ff},Xe=class{static{this.prototype.isVector2=!0}constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw new Error("THREE.Vector2: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,n=this.y,i=e.elements;return this.x=i[0]*t+i[3]*n+i[6],this.y=i[1]*t+i[4]*n+i[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=pt(this.x,e.x,t.x),this.y=pt(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=pt(this.x,e,t),this.y=pt(this.y,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(pt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(pt(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y;return t*t+n*n}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let n=Math.cos(t),i=Math.sin(t),r=this.x-e.x,o=this.y-e.y;return this.x=r*n-o*i+e.x,this.y=r*i+o*n+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},Ht=class{constructor(e=0,t=0,n=0,i=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=n,this._w=i}static slerpFlat(e,t,n,i,r,o,a){let l=n[i+0],c=n[i+1],h=n[i+2],u=n[i+3],d=r[o+0],f=r[o+1],p=r[o+2],_=r[o+3];if(u!==_||l!==d||c!==f||h!==p){let m=l*d+c*f+h*p+u*_;m<0&&(d=-d,f=-f,p=-p,_=-_,m=-m);let g=1-a;if(m<.9995){let x=Math.acos(m),M=Math.sin(x);g=Math.sin(g*x)/M,a=Math.sin(a*x)/M,l=l*g+d*a,c=c*g+f*a,h=h*g+p*a,u=u*g+_*a}else{l=l*g+d*a,c=c*g+f*a,h=h*g+p*a,u=u*g+_*a;let x=1/Math.sqrt(l*l+c*c+h*h+u*u);l*=x,c*=x,h*=x,u*=x}}e[t]=l,e[t+1]=c,e[t+2]=h,e[t+3]=u}static multiplyQuaternionsFlat(e,t,n,i,r,o){let a=n[i],l=n[i+1],c=n[i+2],h=n[i+3],u=r[o],d=r[o+1],f=r[o+2],p=r[o+3];return e[t]=a*p+h*u+l*f-c*d,e[t+1]=l*p+h*d+c*u-a*f,e[t+2]=c*p+h*f+a*d-l*u,e[t+3]=h*p-a*u-l*d-c*f,e}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,n,i){return this._x=e,this._y=t,this._z=n,this._w=i,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let n=e._x,i=e._y,r=e._z,o=e._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(i/2),u=a(r/2),d=l(n/2),f=l(i/2),p=l(r/2);switch(o){case"XYZ":this._x=d*h*u+c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u-d*f*p;break;case"YXZ":this._x=d*h*u+c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u+d*f*p;break;case"ZXY":this._x=d*h*u-c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u-d*f*p;break;case"ZYX":this._x=d*h*u-c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u+d*f*p;break;case"YZX":this._x=d*h*u+c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u-d*f*p;break;case"XZY":this._x=d*h*u-c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u+d*f*p;break;default:Ye("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let n=t/2,i=Math.sin(n);return this._x=e.x*i,this._y=e.y*i,this._z=e.z*i,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,n=t[0],i=t[4],r=t[8],o=t[1],a=t[5],l=t[9],c=t[2],h=t[6],u=t[10],d=n+a+u;if(d>0){let f=.5/Math.sqrt(d+1);this._w=.25/f,this._x=(h-l)*f,this._y=(r-c)*f,this._z=(o-i)*f}else if(n>a&&n>u){let f=2*Math.sqrt(1+n-a-u);this._w=(h-l)/f,this._x=.25*f,this._y=(i+o)/f,this._z=(r+c)/f}else if(a>u){let f=2*Math.sqrt(1+a-n-u);this._w=(r-c)/f,this._x=(i+o)/f,this._y=.25*f,this._z=(l+h)/f}else{let f=2*Math.sqrt(1+u-n-a);this._w=(o-i)/f,this._x=(r+c)/f,this._y=(l+h)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(e,t){let n=e.dot(t)+1;return n<1e-8?(n=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=n):(this._x=0,this._y=-e.z,this._z=e.y,this._w=n)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=n),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(pt(this.dot(e),-1,1)))}rotateTowards(e,t){let n=this.angleTo(e);if(n===0)return this;let i=Math.min(1,t/n);return this.slerp(e,i),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x=this._x*e,this._y=this._y*e,this._z=this._z*e,this._w=this._w*e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let n=e._x,i=e._y,r=e._z,o=e._w,a=t._x,l=t._y,c=t._z,h=t._w;return this._x=n*h+o*a+i*c-r*l,this._y=i*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-i*a,this._w=o*h-n*a-i*l-r*c,this._onChangeCallback(),this}slerp(e,t){let n=e._x,i=e._y,r=e._z,o=e._w,a=this.dot(e);a<0&&(n=-n,i=-i,r=-r,o=-o,a=-a);let l=1-t;if(a<.9995){let c=Math.acos(a),h=Math.sin(c);l=Math.sin(l*c)/h,t=Math.sin(t*c)/h,this._x=this._x*l+n*t,this._y=this._y*l+i*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this._onChangeCallback()}else this._x=this._x*l+n*t,this._y=this._y*l+i*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this.normalize();return this}slerpQuaternions(e,t,n){return this.copy(e).slerp(t,n)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),n=Math.random(),i=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(i*Math.sin(e),i*Math.cos(e),r*Math.sin(t),r*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},V=class{static{this.prototype.isVector3=!0}constructor(e=0,t=0,n=0){this.x=e,this.y=t,this.z=n}set(e,t,n){return n===void 0&&(n=this.z),this.x=e,this.y=t,this.z=n,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:throw new Error("THREE.Vector3: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(Ng.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(Ng.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,n=this.y,i=this.z,r=e.elements;return this.x=r[0]*t+r[3]*n+r[6]*i,this.y=r[1]*t+r[4]*n+r[7]*i,this.z=r[2]*t+r[5]*n+r[8]*i,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,n=this.y,i=this.z,r=e.elements,o=1/(r[3]*t+r[7]*n+r[11]*i+r[15]);return this.x=(r[0]*t+r[4]*n+r[8]*i+r[12])*o,this.y=(r[1]*t+r[5]*n+r[9]*i+r[13])*o,this.z=(r[2]*t+r[6]*n+r[10]*i+r[14])*o,this}applyQuaternion(e){let t=this.x,n=this.y,i=this.z,r=e.x,o=e.y,a=e.z,l=e.w,c=2*(o*i-a*n),h=2*(a*t-r*i),u=2*(r*n-o*t);return this.x=t+l*c+o*u-a*h,this.y=n+l*h+a*c-r*u,this.z=i+l*u+r*h-o*c,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,n=this.y,i=this.z,r=e.elements;return this.x=r[0]*t+r[4]*n+r[8]*i,this.y=r[1]*t+r[5]*n+r[9]*i,this.z=r[2]*t+r[6]*n+r[10]*i,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=pt(this.x,e.x,t.x),this.y=pt(this.y,e.y,t.y),this.z=pt(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=pt(this.x,e,t),this.y=pt(this.y,e,t),this.z=pt(this.z,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(pt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let n=e.x,i=e.y,r=e.z,o=t.x,a=t.y,l=t.z;return this.x=i*l-r*a,this.y=r*o-n*l,this.z=n*a-i*o,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let n=e.dot(this)/t;return this.copy(e).multiplyScalar(n)}projectOnPlane(e){return bd.copy(this).projectOnVector(e),this.sub(bd)}reflect(e){return this.sub(bd.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(pt(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y,i=this.z-e.z;return t*t+n*n+i*i}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,n){let i=Math.sin(t)*e;return this.x=i*Math.sin(n),this.y=Math.cos(t)*e,this.z=i*Math.cos(n),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,n){return this.x=e*Math.sin(t),this.y=n,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),n=this.setFromMatrixColumn(e,1).length(),i=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=n,this.z=i,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,n=Math.sqrt(1-t*t);return this.x=n*Math.cos(e),this.y=t,this.z=n*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},bd=new V,Ng=new Ht,it=class{static{this.prototype.isMatrix3=!0}constructor(e,t,n,i,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,n,i,r,o,a,l,c)}set(e,t,n,i,r,o,a,l,c){let h=this.elements;return h[0]=e,h[1]=i,h[2]=a,h[3]=t,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],this}extractBasis(e,t,n){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,i=t.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],u=n[7],d=n[2],f=n[5],p=n[8],_=i[0],m=i[3],g=i[6],x=i[1],M=i[4],v=i[7],T=i[2],b=i[5],y=i[8];return r[0]=o*_+a*x+l*T,r[3]=o*m+a*M+l*b,r[6]=o*g+a*v+l*y,r[1]=c*_+h*x+u*T,r[4]=c*m+h*M+u*b,r[7]=c*g+h*v+u*y,r[2]=d*_+f*x+p*T,r[5]=d*m+f*M+p*b,r[8]=d*g+f*v+p*y,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[1],i=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8];return t*o*h-t*a*c-n*r*h+n*a*l+i*r*c-i*o*l}invert(){let e=this.elements,t=e[0],n=e[1],i=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8],u=h*o-a*c,d=a*l-h*r,f=c*r-o*l,p=t*u+n*d+i*f;if(p===0)return this.set(0,0,0,0,0,0,0,0,0);let _=1/p;return e[0]=u*_,e[1]=(i*c-h*n)*_,e[2]=(a*n-i*o)*_,e[3]=d*_,e[4]=(h*t-i*l)*_,e[5]=(i*r-a*t)*_,e[6]=f*_,e[7]=(n*l-c*t)*_,e[8]=(o*t-n*r)*_,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,n,i,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+e,-i*c,i*l,-i*(-c*o+l*a)+a+t,0,0,1),this}scale(e,t){return Gr("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(Sd.makeScale(e,t)),this}rotate(e){return Gr("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(Sd.makeRotation(-e)),this}translate(e,t){return Gr("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(Sd.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,n,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,n=e.elements;for(let i=0;i<9;i++)if(t[i]!==n[i])return!1;return!0}fromArray(e,t=0){for(let n=0;n<9;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e}clone(){return new this.constructor().fromArray(this.elements)}},Sd=new it,Dg=new it().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),Ug=new it().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function Zv(){let s={enabled:!0,workingColorSpace:ui,spaces:{},convert:function(i,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Pt&&(i.r=Gs(i.r),i.g=Gs(i.g),i.b=Gs(i.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(i.applyMatrix3(this.spaces[r].toXYZ),i.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Pt&&(i.r=Ho(i.r),i.g=Ho(i.g),i.b=Ho(i.b))),i},workingToColorSpace:function(i,r){return this.convert(i,this.workingColorSpace,r)},colorSpaceToWorking:function(i,r){return this.convert(i,r,this.workingColorSpace)},getPrimaries:function(i){return this.spaces[i].primaries},getTransfer:function(i){return i===nr?Ja:this.spaces[i].transfer},getToneMappingMode:function(i){return this.spaces[i].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(i,r=this.workingColorSpace){return i.fromArray(this.spaces[r].luminanceCoefficients)},define:function(i){Object.assign(this.spaces,i)},_getMatrix:function(i,r,o){return i.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(i){return this.spaces[i].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(i=this.workingColorSpace){return this.spaces[i].workingColorSpaceConfig.unpackColorSpace}},e=[.64,.33,.3,.6,.15,.06],t=[.2126,.7152,.0722],n=[.3127,.329];return s.define({[ui]:{primaries:e,whitePoint:n,transfer:Ja,toXYZ:Dg,fromXYZ:Ug,luminanceCoefficients:t,workingColorSpaceConfig:{unpackColorSpace:bt},outputColorSpaceConfig:{drawingBufferColorSpace:bt}},[bt]:{primaries:e,whitePoint:n,transfer:Pt,toXYZ:Dg,fromXYZ:Ug,luminanceCoefficients:t,outputColorSpaceConfig:{drawingBufferColorSpace:bt}}}),s}var at=Zv();function Gs(s){return s<.04045?s*.0773993808:Math.pow(s*.9478672986+.0521327014,2.4)}function Ho(s){return s<.0031308?s*12.92:1.055*Math.pow(s,.41666)-.055}var Ro,eh=class{static getDataURL(e,t="image/png"){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>"u")return e.src;let n;if(e instanceof HTMLCanvasElement)n=e;else{Ro===void 0&&(Ro=qo("canvas")),Ro.width=e.width,Ro.height=e.height;let i=Ro.getContext("2d");e instanceof ImageData?i.putImageData(e,0,0):i.drawImage(e,0,0,e.width,e.height),n=Ro}return n.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap){let t=qo("canvas");t.width=e.width,t.height=e.height;let n=t.getContext("2d");n.drawImage(e,0,0,e.width,e.height);let i=n.getImageData(0,0,e.width,e.height),r=i.data;for(let o=0;o<r.length;o++)r[o]=Gs(r[o]/255)*255;return n.putImageData(i,0,0),t}else if(e.data){let t=e.data.slice(0);for(let n=0;n<t.length;n++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[n]=Math.floor(Gs(t[n]/255)*255):t[n]=Gs(t[n]);return{data:t,width:e.width,height:e.height}}else return Ye("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),e}},Jv=0,jo=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:Jv++}),this.uuid=Es(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<"u"&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<"u"&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t!==null?e.set(t.width||0,t.height||0,t.depth||0):e.set(0,0,0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let n={uuid:this.uuid,url:""},i=this.data;if(i!==null){let r;if(Array.isArray(i)){r=[];for(let o=0,a=i.length;o<a;o++)i[o].isDataTexture?r.push(Md(i[o].image)):r.push(Md(i[o]))}else r=Md(i);n.url=r}return t||(e.images[this.uuid]=n),n}};function Md(s){return typeof HTMLImageElement<"u"&&s instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&s instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&s instanceof ImageBitmap?eh.getDataURL(s):s.data?{data:Array.from(s.data),width:s.width,height:s.height,type:s.data.constructor.name}:(Ye("Texture: Unable to serialize Texture."),{})}var $v=0,wd=new V,Hn=class s extends os{constructor(e=s.DEFAULT_IMAGE,t=s.DEFAULT_MAPPING,n=qn,i=qn,r=hn,o=mi,a=ji,l=vi,c=s.DEFAULT_ANISOTROPY,h=nr){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:$v++}),this.uuid=Es(),this.name="",this.source=new jo(e),this.mipmaps=[],this.mapping=t,this.channel=0,this.wrapS=n,this.wrapT=i,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new Xe(0,0),this.repeat=new Xe(1,1),this.center=new Xe(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new it,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(e&&e.depth&&e.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(wd).x}get height(){return this.source.getSize(wd).y}get depth(){return this.source.getSize(wd).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,this}setValues(e){for(let t in e){let n=e[t];if(n===void 0){Ye(`Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let i=this[t];if(i===void 0){Ye(`Texture.setValues(): property '${t}' does not exist.`);continue}i&&n&&i.isVector2&&n.isVector2||i&&n&&i.isVector3&&n.isVector3||i&&n&&i.isMatrix3&&n.isMatrix3?i.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),t||(e.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(e){if(this.mapping!==bf)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case Li:e.x=e.x-Math.floor(e.x);break;case qn:e.x=e.x<0?0:1;break;case Wo:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x=e.x-Math.floor(e.x);break}if(e.y<0||e.y>1)switch(this.wrapT){case Li:e.y=e.y-Math.floor(e.y);break;case qn:e.y=e.y<0?0:1;break;case Wo:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y=e.y-Math.floor(e.y);break}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};Hn.DEFAULT_IMAGE=null;Hn.DEFAULT_MAPPING=bf;Hn.DEFAULT_ANISOTROPY=1;var Dt=class{static{this.prototype.isVector4=!0}constructor(e=0,t=0,n=0,i=1){this.x=e,this.y=t,this.z=n,this.w=i}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,n,i){return this.x=e,this.y=t,this.z=n,this.w=i,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw new Error("THREE.Vector4: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w!==void 0?e.w:1,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.w*=e,this}applyMatrix4(e){let t=this.x,n=this.y,i=this.z,r=this.w,o=e.elements;return this.x=o[0]*t+o[4]*n+o[8]*i+o[12]*r,this.y=o[1]*t+o[5]*n+o[9]*i+o[13]*r,this.z=o[2]*t+o[6]*n+o[10]*i+o[14]*r,this.w=o[3]*t+o[7]*n+o[11]*i+o[15]*r,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,n,i,r,l=e.elements,c=l[0],h=l[4],u=l[8],d=l[1],f=l[5],p=l[9],_=l[2],m=l[6],g=l[10];if(Math.abs(h-d)<.01&&Math.abs(u-_)<.01&&Math.abs(p-m)<.01){if(Math.abs(h+d)<.1&&Math.abs(u+_)<.1&&Math.abs(p+m)<.1&&Math.abs(c+f+g-3)<.1)return this.set(1,0,0,0),this;t=Math.PI;let M=(c+1)/2,v=(f+1)/2,T=(g+1)/2,b=(h+d)/4,y=(u+_)/4,w=(p+m)/4;return M>v&&M>T?M<.01?(n=0,i=.707106781,r=.707106781):(n=Math.sqrt(M),i=b/n,r=y/n):v>T?v<.01?(n=.707106781,i=0,r=.707106781):(i=Math.sqrt(v),n=b/i,r=w/i):T<.01?(n=.707106781,i=.707106781,r=0):(r=Math.sqrt(T),n=y/r,i=w/r),this.set(n,i,r,t),this}let x=Math.sqrt((m-p)*(m-p)+(u-_)*(u-_)+(d-h)*(d-h));return Math.abs(x)<.001&&(x=1),this.x=(m-p)/x,this.y=(u-_)/x,this.z=(d-h)/x,this.w=Math.acos((c+f+g-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=pt(this.x,e.x,t.x),this.y=pt(this.y,e.y,t.y),this.z=pt(this.z,e.z,t.z),this.w=pt(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=pt(this.x,e,t),this.y=pt(this.y,e,t),this.z=pt(this.z,e,t),this.w=pt(this.w,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(pt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this.w=e.w+(t.w-e.w)*n,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},th=class extends os{constructor(e=1,t=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:hn,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=n.depth,this.scissor=new Dt(0,0,e,t),this.scissorTest=!1,this.viewport=new Dt(0,0,e,t),this.textures=[];let i=n.count;for(let r=0;r<i;r++)this.textures[r]=new Hn({width:e,height:t,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:hn,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,n=1){if(this.width!==e||this.height!==t||this.depth!==n){this.width=e,this.height=t,this.depth=n;for(let i=0,r=this.textures.length;i<r;i++)this.textures[i].image.width=e,this.textures[i].image.height=t,this.textures[i].image.depth=n,this.textures[i].isData3DTexture!==!0&&(this.textures[i].isArrayTexture=this.textures[i].image.depth>1);this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,n=e.textures.length;t<n;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].renderTarget=this;let i=Object.assign({},e.textures[t].image);this.textures[t].source=new jo(i)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null)if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture;else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},Ni=class extends th{constructor(e=1,t=1,n={}){super(e,t,n),this.isWebGLRenderTarget=!0}},Qa=class extends Hn{constructor(e=null,t=1,n=1,i=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:n,depth:i},this.magFilter=pn,this.minFilter=pn,this.wrapR=qn,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}};var nh=class extends Hn{constructor(e=null,t=1,n=1,i=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:n,depth:i},this.magFilter=pn,this.minFilter=pn,this.wrapR=qn,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}};var Ge=class s{static{this.prototype.isMatrix4=!0}constructor(e,t,n,i,r,o,a,l,c,h,u,d,f,p,_,m){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,n,i,r,o,a,l,c,h,u,d,f,p,_,m)}set(e,t,n,i,r,o,a,l,c,h,u,d,f,p,_,m){let g=this.elements;return g[0]=e,g[4]=t,g[8]=n,g[12]=i,g[1]=r,g[5]=o,g[9]=a,g[13]=l,g[2]=c,g[6]=h,g[10]=u,g[14]=d,g[3]=f,g[7]=p,g[11]=_,g[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new s().fromArray(this.elements)}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],t[9]=n[9],t[10]=n[10],t[11]=n[11],t[12]=n[12],t[13]=n[13],t[14]=n[14],t[15]=n[15],this}copyPosition(e){let t=this.elements,n=e.elements;return t[12]=n[12],t[13]=n[13],t[14]=n[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,n){return this.determinantAffine()===0?(e.set(1,0,0),t.set(0,1,0),n.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(e,t,n){return this.set(e.x,t.x,n.x,0,e.y,t.y,n.y,0,e.z,t.z,n.z,0,0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,n=e.elements,i=1/Co.setFromMatrixColumn(e,0).length(),r=1/Co.setFromMatrixColumn(e,1).length(),o=1/Co.setFromMatrixColumn(e,2).length();return t[0]=n[0]*i,t[1]=n[1]*i,t[2]=n[2]*i,t[3]=0,t[4]=n[4]*r,t[5]=n[5]*r,t[6]=n[6]*r,t[7]=0,t[8]=n[8]*o,t[9]=n[9]*o,t[10]=n[10]*o,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,n=e.x,i=e.y,r=e.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(i),c=Math.sin(i),h=Math.cos(r),u=Math.sin(r);if(e.order==="XYZ"){let d=o*h,f=o*u,p=a*h,_=a*u;t[0]=l*h,t[4]=-l*u,t[8]=c,t[1]=f+p*c,t[5]=d-_*c,t[9]=-a*l,t[2]=_-d*c,t[6]=p+f*c,t[10]=o*l}else if(e.order==="YXZ"){let d=l*h,f=l*u,p=c*h,_=c*u;t[0]=d+_*a,t[4]=p*a-f,t[8]=o*c,t[1]=o*u,t[5]=o*h,t[9]=-a,t[2]=f*a-p,t[6]=_+d*a,t[10]=o*l}else if(e.order==="ZXY"){let d=l*h,f=l*u,p=c*h,_=c*u;t[0]=d-_*a,t[4]=-o*u,t[8]=p+f*a,t[1]=f+p*a,t[5]=o*h,t[9]=_-d*a,t[2]=-o*c,t[6]=a,t[10]=o*l}else if(e.order==="ZYX"){let d=o*h,f=o*u,p=a*h,_=a*u;t[0]=l*h,t[4]=p*c-f,t[8]=d*c+_,t[1]=l*u,t[5]=_*c+d,t[9]=f*c-p,t[2]=-c,t[6]=a*l,t[10]=o*l}else if(e.order==="YZX"){let d=o*l,f=o*c,p=a*l,_=a*c;t[0]=l*h,t[4]=_-d*u,t[8]=p*u+f,t[1]=u,t[5]=o*h,t[9]=-a*h,t[2]=-c*h,t[6]=f*u+p,t[10]=d-_*u}else if(e.order==="XZY"){let d=o*l,f=o*c,p=a*l,_=a*c;t[0]=l*h,t[4]=-u,t[8]=c*h,t[1]=d*u+_,t[5]=o*h,t[9]=f*u-p,t[2]=p*u-f,t[6]=a*h,t[10]=_*u+d}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(Qv,e,eb)}lookAt(e,t,n){let i=this.elements;return Pi.subVectors(e,t),Pi.lengthSq()===0&&(Pi.z=1),Pi.normalize(),ur.crossVectors(n,Pi),ur.lengthSq()===0&&(Math.abs(n.z)===1?Pi.x+=1e-4:Pi.z+=1e-4,Pi.normalize(),ur.crossVectors(n,Pi)),ur.normalize(),_c.crossVectors(Pi,ur),i[0]=ur.x,i[4]=_c.x,i[8]=Pi.x,i[1]=ur.y,i[5]=_c.y,i[9]=Pi.y,i[2]=ur.z,i[6]=_c.z,i[10]=Pi.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,i=t.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],u=n[5],d=n[9],f=n[13],p=n[2],_=n[6],m=n[10],g=n[14],x=n[3],M=n[7],v=n[11],T=n[15],b=i[0],y=i[4],w=i[8],I=i[12],P=i[1],C=i[5],U=i[9],k=i[13],L=i[2],B=i[6],O=i[10],G=i[14],ne=i[3],Y=i[7],K=i[11],$=i[15];return r[0]=o*b+a*P+l*L+c*ne,r[4]=o*y+a*C+l*B+c*Y,r[8]=o*w+a*U+l*O+c*K,r[12]=o*I+a*k+l*G+c*$,r[1]=h*b+u*P+d*L+f*ne,r[5]=h*y+u*C+d*B+f*Y,r[9]=h*w+u*U+d*O+f*K,r[13]=h*I+u*k+d*G+f*$,r[2]=p*b+_*P+m*L+g*ne,r[6]=p*y+_*C+m*B+g*Y,r[10]=p*w+_*U+m*O+g*K,r[14]=p*I+_*k+m*G+g*$,r[3]=x*b+M*P+v*L+T*ne,r[7]=x*y+M*C+v*B+T*Y,r[11]=x*w+M*U+v*O+T*K,r[15]=x*I+M*k+v*G+T*$,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[4],i=e[8],r=e[12],o=e[1],a=e[5],l=e[9],c=e[13],h=e[2],u=e[6],d=e[10],f=e[14],p=e[3],_=e[7],m=e[11],g=e[15],x=l*f-c*d,M=a*f-c*u,v=a*d-l*u,T=o*f-c*h,b=o*d-l*h,y=o*u-a*h;return t*(_*x-m*M+g*v)-n*(p*x-m*T+g*b)+i*(p*M-_*T+g*y)-r*(p*v-_*b+m*y)}determinantAffine(){let e=this.elements,t=e[0],n=e[4],i=e[8],r=e[1],o=e[5],a=e[9],l=e[2],c=e[6],h=e[10];return t*(o*h-a*c)-n*(r*h-a*l)+i*(r*c-o*l)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,n){let i=this.elements;return e.isVector3?(i[12]=e.x,i[13]=e.y,i[14]=e.z):(i[12]=e,i[13]=t,i[14]=n),this}invert(){let e=this.elements,t=e[0],n=e[1],i=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8],u=e[9],d=e[10],f=e[11],p=e[12],_=e[13],m=e[14],g=e[15],x=t*a-n*o,M=t*l-i*o,v=t*c-r*o,T=n*l-i*a,b=n*c-r*a,y=i*c-r*l,w=h*_-u*p,I=h*m-d*p,P=h*g-f*p,C=u*m-d*_,U=u*g-f*_,k=d*g-f*m,L=x*k-M*U+v*C+T*P-b*I+y*w;if(L===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let B=1/L;return e[0]=(a*k-l*U+c*C)*B,e[1]=(i*U-n*k-r*C)*B,e[2]=(_*y-m*b+g*T)*B,e[3]=(d*b-u*y-f*T)*B,e[4]=(l*P-o*k-c*I)*B,e[5]=(t*k-i*P+r*I)*B,e[6]=(m*v-p*y-g*M)*B,e[7]=(h*y-d*v+f*M)*B,e[8]=(o*U-a*P+c*w)*B,e[9]=(n*P-t*U-r*w)*B,e[10]=(p*b-_*v+g*x)*B,e[11]=(u*v-h*b-f*x)*B,e[12]=(a*I-o*C-l*w)*B,e[13]=(t*C-n*I+i*w)*B,e[14]=(_*M-p*T-m*x)*B,e[15]=(h*T-u*M+d*x)*B,this}scale(e){let t=this.elements,n=e.x,i=e.y,r=e.z;return t[0]*=n,t[4]*=i,t[8]*=r,t[1]*=n,t[5]*=i,t[9]*=r,t[2]*=n,t[6]*=i,t[10]*=r,t[3]*=n,t[7]*=i,t[11]*=r,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],n=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],i=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,n,i))}makeTranslation(e,t,n){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,n,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),n=Math.sin(e);return this.set(1,0,0,0,0,t,-n,0,0,n,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,0,n,0,0,1,0,0,-n,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,0,n,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let n=Math.cos(t),i=Math.sin(t),r=1-n,o=e.x,a=e.y,l=e.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-i*l,c*l+i*a,0,c*a+i*l,h*a+n,h*l-i*o,0,c*l-i*a,h*l+i*o,r*l*l+n,0,0,0,0,1),this}makeScale(e,t,n){return this.set(e,0,0,0,0,t,0,0,0,0,n,0,0,0,0,1),this}makeShear(e,t,n,i,r,o){return this.set(1,n,r,0,e,1,o,0,t,i,1,0,0,0,0,1),this}compose(e,t,n){let i=this.elements,r=t._x,o=t._y,a=t._z,l=t._w,c=r+r,h=o+o,u=a+a,d=r*c,f=r*h,p=r*u,_=o*h,m=o*u,g=a*u,x=l*c,M=l*h,v=l*u,T=n.x,b=n.y,y=n.z;return i[0]=(1-(_+g))*T,i[1]=(f+v)*T,i[2]=(p-M)*T,i[3]=0,i[4]=(f-v)*b,i[5]=(1-(d+g))*b,i[6]=(m+x)*b,i[7]=0,i[8]=(p+M)*y,i[9]=(m-x)*y,i[10]=(1-(d+_))*y,i[11]=0,i[12]=e.x,i[13]=e.y,i[14]=e.z,i[15]=1,this}decompose(e,t,n){let i=this.elements;e.x=i[12],e.y=i[13],e.z=i[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),t.identity(),this;let o=Co.set(i[0],i[1],i[2]).length(),a=Co.set(i[4],i[5],i[6]).length(),l=Co.set(i[8],i[9],i[10]).length();r<0&&(o=-o),is.copy(this);let c=1/o,h=1/a,u=1/l;return is.elements[0]*=c,is.elements[1]*=c,is.elements[2]*=c,is.elements[4]*=h,is.elements[5]*=h,is.elements[6]*=h,is.elements[8]*=u,is.elements[9]*=u,is.elements[10]*=u,t.setFromRotationMatrix(is),n.x=o,n.y=a,n.z=l,this}makePerspective(e,t,n,i,r,o,a=Gi,l=!1){let c=this.elements,h=2*r/(t-e),u=2*r/(n-i),d=(t+e)/(t-e),f=(n+i)/(n-i),p,_;if(l)p=r/(o-r),_=o*r/(o-r);else if(a===Gi)p=-(o+r)/(o-r),_=-2*o*r/(o-r);else if(a===Xo)p=-o/(o-r),_=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=d,c[12]=0,c[1]=0,c[5]=u,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=p,c[14]=_,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(e,t,n,i,r,o,a=Gi,l=!1){let c=this.elements,h=2/(t-e),u=2/(n-i),d=-(t+e)/(t-e),f=-(n+i)/(n-i),p,_;if(l)p=1/(o-r),_=o/(o-r);else if(a===Gi)p=-2/(o-r),_=-(o+r)/(o-r);else if(a===Xo)p=-1/(o-r),_=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=d,c[1]=0,c[5]=u,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=p,c[14]=_,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(e){let t=this.elements,n=e.elements;for(let i=0;i<16;i++)if(t[i]!==n[i])return!1;return!0}fromArray(e,t=0){for(let n=0;n<16;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e[t+9]=n[9],e[t+10]=n[10],e[t+11]=n[11],e[t+12]=n[12],e[t+13]=n[13],e[t+14]=n[14],e[t+15]=n[15],e}},Co=new V,is=new Ge,Qv=new V(0,0,0),eb=new V(1,1,1),ur=new V,_c=new V,Pi=new V,Fg=new Ge,Og=new Ht,di=class s{constructor(e=0,t=0,n=0,i=s.DEFAULT_ORDER){this.isEuler=!0,this._x=e,this._y=t,this._z=n,this._order=i}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this._onChangeCallback()}set(e,t,n,i=this._order){return this._x=e,this._y=t,this._z=n,this._order=i,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,n=!0){let i=e.elements,r=i[0],o=i[4],a=i[8],l=i[1],c=i[5],h=i[9],u=i[2],d=i[6],f=i[10];switch(t){case"XYZ":this._y=Math.asin(pt(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,f),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(d,c),this._z=0);break;case"YXZ":this._x=Math.asin(-pt(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,f),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-u,r),this._z=0);break;case"ZXY":this._x=Math.asin(pt(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-u,f),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-pt(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(d,f),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(pt(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-u,r)):(this._x=0,this._y=Math.atan2(a,f));break;case"XZY":this._z=Math.asin(-pt(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(d,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,f),this._y=0);break;default:Ye("Euler: .setFromRotationMatrix() encountered an unknown order: "+t)}return this._order=t,n===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,n){return Fg.makeRotationFromQuaternion(e),this.setFromRotationMatrix(Fg,t,n)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return Og.setFromEuler(this),this.setFromQuaternion(Og,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};di.DEFAULT_ORDER="XYZ";var Ko=class{constructor(){this.mask=1}set(e){this.mask=(1<<e|0)>>>0}enable(e){this.mask|=1<<e|0}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e|0}disable(e){this.mask&=~(1<<e|0)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return(this.mask&(1<<e|0))!==0}},tb=0,Bg=new V,Po=new Ht,Os=new Ge,yc=new V,Ba=new V,nb=new V,ib=new Ht,kg=new V(1,0,0),zg=new V(0,1,0),Vg=new V(0,0,1),Hg={type:"added"},sb={type:"removed"},Io={type:"childadded",child:null},Td={type:"childremoved",child:null},Gt=class s extends os{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:tb++}),this.uuid=Es(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=s.DEFAULT_UP.clone();let e=new V,t=new di,n=new Ht,i=new V(1,1,1);function r(){n.setFromEuler(t,!1)}function o(){t.setFromQuaternion(n,void 0,!1)}t._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:e},rotation:{configurable:!0,enumerable:!0,value:t},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:i},modelViewMatrix:{value:new Ge},normalMatrix:{value:new it}}),this.matrix=new Ge,this.matrixWorld=new Ge,this.matrixAutoUpdate=s.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=s.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new Ko,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return Po.setFromAxisAngle(e,t),this.quaternion.multiply(Po),this}rotateOnWorldAxis(e,t){return Po.setFromAxisAngle(e,t),this.quaternion.premultiply(Po),this}rotateX(e){return this.rotateOnAxis(kg,e)}rotateY(e){return this.rotateOnAxis(zg,e)}rotateZ(e){return this.rotateOnAxis(Vg,e)}translateOnAxis(e,t){return Bg.copy(e).applyQuaternion(this.quaternion),this.position.add(Bg.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(kg,e)}translateY(e){return this.translateOnAxis(zg,e)}translateZ(e){return this.translateOnAxis(Vg,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(Os.copy(this.matrixWorld).invert())}lookAt(e,t,n){e.isVector3?yc.copy(e):yc.set(e,t,n);let i=this.parent;this.updateWorldMatrix(!0,!1),Ba.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?Os.lookAt(Ba,yc,this.up):Os.lookAt(yc,Ba,this.up),this.quaternion.setFromRotationMatrix(Os),i&&(Os.extractRotation(i.matrixWorld),Po.setFromRotationMatrix(Os),this.quaternion.premultiply(Po.invert()))}add(e){if(arguments.length>1){for(let t=0;t<arguments.length;t++)this.add(arguments[t]);return this}return e===this?(Qe("Object3D.add: object can't be added as a child of itself.",e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(Hg),Io.child=e,this.dispatchEvent(Io),Io.child=null):Qe("Object3D.add: object not an instance of THREE.Object3D.",e),this)}remove(e){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.parent=null,this.children.splice(t,1),e.dispatchEvent(sb),Td.child=e,this.dispatchEvent(Td),Td.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),Os.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),Os.multiply(e.parent.matrixWorld)),e.applyMatrix4(Os),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(Hg),Io.child=e,this.dispatchEvent(Io),Io.child=null,this}getObjectById(e){return this.getObjectByProperty("id",e)}getObjectByName(e){return this.getObjectByProperty("name",e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let n=0,i=this.children.length;n<i;n++){let o=this.children[n].getObjectByProperty(e,t);if(o!==void 0)return o}}getObjectsByProperty(e,t,n=[]){this[e]===t&&n.push(this);let i=this.children;for(let r=0,o=i.length;r<o;r++)i[r].getObjectsByProperty(e,t,n);return n}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Ba,e,nb),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Ba,ib,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let n=0,i=t.length;n<i;n++)t[n].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(this);let t=this.children;for(let n=0,i=t.length;n<i;n++)t[n].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let e=this.pivot;if(e!==null){let t=e.x,n=e.y,i=e.z,r=this.matrix.elements;r[12]+=t-r[0]*t-r[4]*n-r[8]*i,r[13]+=n-r[1]*t-r[5]*n-r[9]*i,r[14]+=i-r[2]*t-r[6]*n-r[10]*i}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let n=0,i=t.length;n<i;n++)t[n].updateMatrixWorld(e)}updateWorldMatrix(e,t,n=!1){let i=this.parent;if(e===!0&&i!==null&&i.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),t===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(e){let t=e===void 0||typeof e=="string",n={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let i={};i.uuid=this.uuid,i.type=this.type,i.name=this.name,i.castShadow=this.castShadow,i.receiveShadow=this.receiveShadow,i.visible=this.visible,i.frustumCulled=this.frustumCulled,i.renderOrder=this.renderOrder,i.static=this.static,i.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(i.userData=this.userData),i.layers=this.layers.mask,i.matrix=this.matrix.toArray(),i.up=this.up.toArray(),this.pivot!==null&&(i.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(i.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(i.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(i.type="InstancedMesh",i.count=this.count,i.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(i.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(i.type="BatchedMesh",i.perObjectFrustumCulled=this.perObjectFrustumCulled,i.sortObjects=this.sortObjects,i.drawRanges=this._drawRanges,i.reservedRanges=this._reservedRanges,i.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),i.instanceInfo=this._instanceInfo.map(a=>({...a})),i.availableInstanceIds=this._availableInstanceIds.slice(),i.availableGeometryIds=this._availableGeometryIds.slice(),i.nextIndexStart=this._nextIndexStart,i.nextVertexStart=this._nextVertexStart,i.geometryCount=this._geometryCount,i.maxInstanceCount=this._maxInstanceCount,i.maxVertexCount=this._maxVertexCount,i.maxIndexCount=this._maxIndexCount,i.geometryInitialized=this._geometryInitialized,i.matricesTexture=this._matricesTexture.toJSON(e),i.indirectTexture=this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(i.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(i.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(i.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(e)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?i.background=this.background.toJSON():this.background.isTexture&&(i.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(i.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){i.geometry=r(e.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let u=l[c];r(e.shapes,u)}else r(e.shapes,l)}}if(this.isSkinnedMesh&&(i.bindMode=this.bindMode,i.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(e.skeletons,this.skeleton),i.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(e.materials,this.material[l]));i.material=a}else i.material=r(e.materials,this.material);if(this.children.length>0){i.children=[];for(let a=0;a<this.children.length;a++)i.children.push(this.children[a].toJSON(e).object)}if(this.animations.length>0){i.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];i.animations.push(r(e.animations,l))}}if(t){let a=o(e.geometries),l=o(e.materials),c=o(e.textures),h=o(e.images),u=o(e.shapes),d=o(e.skeletons),f=o(e.animations),p=o(e.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),u.length>0&&(n.shapes=u),d.length>0&&(n.skeletons=d),f.length>0&&(n.animations=f),p.length>0&&(n.nodes=p)}return n.object=i,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot!==null?e.pivot.clone():null,this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)for(let n=0;n<e.children.length;n++){let i=e.children[n];this.add(i.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};Gt.DEFAULT_UP=new V(0,1,0);Gt.DEFAULT_MATRIX_AUTO_UPDATE=!0;Gt.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var en=class extends Gt{constructor(){super(),this.isGroup=!0,this.type="Group"}},rb={type:"move"},Zo=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new en,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new en,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new V,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new V),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new en,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new V,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new V,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(e){return this._targetRay!==null&&this._targetRay.dispatchEvent(e),this._grip!==null&&this._grip.dispatchEvent(e),this._hand!==null&&this._hand.dispatchEvent(e),this}connect(e){if(e&&e.hand){let t=this._hand;if(t)for(let n of e.hand.values())this._getHandJoint(t,n)}return this.dispatchEvent({type:"connected",data:e}),this}disconnect(e){return this.dispatchEvent({type:"disconnected",data:e}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(e,t,n){let i=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(e&&t.session.visibilityState!=="visible-blurred"){if(c&&e.hand){o=!0;for(let _ of e.hand.values()){let m=t.getJointPose(_,n),g=this._getHandJoint(c,_);m!==null&&(g.matrix.fromArray(m.transform.matrix),g.matrix.decompose(g.position,g.quaternion,g.scale),g.matrixWorldNeedsUpdate=!0,g.jointRadius=m.radius),g.visible=m!==null}let h=c.joints["index-finger-tip"],u=c.joints["thumb-tip"],d=h.position.distanceTo(u.position),f=.02,p=.005;c.inputState.pinching&&d>f+p?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:e.handedness,target:this})):!c.inputState.pinching&&d<=f-p&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:e.handedness,target:this}))}else l!==null&&e.gripSpace&&(r=t.getPose(e.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:e,target:this})));a!==null&&(i=t.getPose(e.targetRaySpace,n),i===null&&r!==null&&(i=r),i!==null&&(a.matrix.fromArray(i.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,i.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(i.linearVelocity)):a.hasLinearVelocity=!1,i.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(i.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(rb)))}return a!==null&&(a.visible=i!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(e,t){if(e.joints[t.jointName]===void 0){let n=new en;n.matrixAutoUpdate=!1,n.visible=!1,e.joints[t.jointName]=n,e.add(n)}return e.joints[t.jointName]}},o_={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},dr={h:0,s:0,l:0},xc={h:0,s:0,l:0};function Ed(s,e,t){return t<0&&(t+=1),t>1&&(t-=1),t<1/6?s+(e-s)*6*t:t<1/2?e:t<2/3?s+(e-s)*6*(2/3-t):s}var Oe=class{constructor(e,t,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,n)}set(e,t,n){if(t===void 0&&n===void 0){let i=e;i&&i.isColor?this.copy(i):typeof i=="number"?this.setHex(i):typeof i=="string"&&this.setStyle(i)}else this.setRGB(e,t,n);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=bt){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,at.colorSpaceToWorking(this,t),this}setRGB(e,t,n,i=at.workingColorSpace){return this.r=e,this.g=t,this.b=n,at.colorSpaceToWorking(this,i),this}setHSL(e,t,n,i=at.workingColorSpace){if(e=Df(e,1),t=pt(t,0,1),n=pt(n,0,1),t===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+t):n+t-n*t,o=2*n-r;this.r=Ed(o,r,e+1/3),this.g=Ed(o,r,e),this.b=Ed(o,r,e-1/3)}return at.colorSpaceToWorking(this,i),this}setStyle(e,t=bt){function n(r){r!==void 0&&parseFloat(r)<1&&Ye("Color: Alpha component of "+e+" will be ignored.")}let i;if(i=/^(\w+)\(([^\)]*)\)/.exec(e)){let r,o=i[1],a=i[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,t);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,t);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,t);break;default:Ye("Color: Unknown color model "+e)}}else if(i=/^\#([A-Fa-f\d]+)$/.exec(e)){let r=i[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,t);if(o===6)return this.setHex(parseInt(r,16),t);Ye("Color: Invalid hex color "+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=bt){let n=o_[e.toLowerCase()];return n!==void 0?this.setHex(n,t):Ye("Color: Unknown color "+e),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=Gs(e.r),this.g=Gs(e.g),this.b=Gs(e.b),this}copyLinearToSRGB(e){return this.r=Ho(e.r),this.g=Ho(e.g),this.b=Ho(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=bt){return at.workingToColorSpace($n.copy(this),e),Math.round(pt($n.r*255,0,255))*65536+Math.round(pt($n.g*255,0,255))*256+Math.round(pt($n.b*255,0,255))}getHexString(e=bt){return("000000"+this.getHex(e).toString(16)).slice(-6)}getHSL(e,t=at.workingColorSpace){at.workingToColorSpace($n.copy(this),t);let n=$n.r,i=$n.g,r=$n.b,o=Math.max(n,i,r),a=Math.min(n,i,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let u=o-a;switch(c=h<=.5?u/(o+a):u/(2-o-a),o){case n:l=(i-r)/u+(i<r?6:0);break;case i:l=(r-n)/u+2;break;case r:l=(n-i)/u+4;break}l/=6}return e.h=l,e.s=c,e.l=h,e}getRGB(e,t=at.workingColorSpace){return at.workingToColorSpace($n.copy(this),t),e.r=$n.r,e.g=$n.g,e.b=$n.b,e}getStyle(e=bt){at.workingToColorSpace($n.copy(this),e);let t=$n.r,n=$n.g,i=$n.b;return e!==bt?`color(${e} ${t.toFixed(3)} ${n.toFixed(3)} ${i.toFixed(3)})`:`rgb(${Math.round(t*255)},${Math.round(n*255)},${Math.round(i*255)})`}offsetHSL(e,t,n){return this.getHSL(dr),this.setHSL(dr.h+e,dr.s+t,dr.l+n)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,n){return this.r=e.r+(t.r-e.r)*n,this.g=e.g+(t.g-e.g)*n,this.b=e.b+(t.b-e.b)*n,this}lerpHSL(e,t){this.getHSL(dr),e.getHSL(xc);let n=Ka(dr.h,xc.h,t),i=Ka(dr.s,xc.s,t),r=Ka(dr.l,xc.l,t);return this.setHSL(n,i,r),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,n=this.g,i=this.b,r=e.elements;return this.r=r[0]*t+r[3]*n+r[6]*i,this.g=r[1]*t+r[4]*n+r[7]*i,this.b=r[2]*t+r[5]*n+r[8]*i,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},$n=new Oe;Oe.NAMES=o_;var qr=class extends Gt{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new di,this.environmentIntensity=1,this.environmentRotation=new di,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background!==null?e.background.clone():null,this.environment=e.environment!==null?e.environment.clone():null,this.fog=e.fog!==null?e.fog.clone():null,this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial!==null?e.overrideMaterial.clone():null,this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}},ss=new V,Bs=new V,Ad=new V,ks=new V,Lo=new V,No=new V,Gg=new V,Rd=new V,Cd=new V,Pd=new V,Id=new Dt,Ld=new Dt,Nd=new Dt,xs=class s{constructor(e=new V,t=new V,n=new V){this.a=e,this.b=t,this.c=n}static getNormal(e,t,n,i){i.subVectors(n,t),ss.subVectors(e,t),i.cross(ss);let r=i.lengthSq();return r>0?i.multiplyScalar(1/Math.sqrt(r)):i.set(0,0,0)}static getBarycoord(e,t,n,i,r){ss.subVectors(i,t),Bs.subVectors(n,t),Ad.subVectors(e,t);let o=ss.dot(ss),a=ss.dot(Bs),l=ss.dot(Ad),c=Bs.dot(Bs),h=Bs.dot(Ad),u=o*c-a*a;if(u===0)return r.set(0,0,0),null;let d=1/u,f=(c*l-a*h)*d,p=(o*h-a*l)*d;return r.set(1-f-p,p,f)}static containsPoint(e,t,n,i){return this.getBarycoord(e,t,n,i,ks)===null?!1:ks.x>=0&&ks.y>=0&&ks.x+ks.y<=1}static getInterpolation(e,t,n,i,r,o,a,l){return this.getBarycoord(e,t,n,i,ks)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,ks.x),l.addScaledVector(o,ks.y),l.addScaledVector(a,ks.z),l)}static getInterpolatedAttribute(e,t,n,i,r,o){return Id.setScalar(0),Ld.setScalar(0),Nd.setScalar(0),Id.fromBufferAttribute(e,t),Ld.fromBufferAttribute(e,n),Nd.fromBufferAttribute(e,i),o.setScalar(0),o.addScaledVector(Id,r.x),o.addScaledVector(Ld,r.y),o.addScaledVector(Nd,r.z),o}static isFrontFacing(e,t,n,i){return ss.subVectors(n,t),Bs.subVectors(e,t),ss.cross(Bs).dot(i)<0}set(e,t,n){return this.a.copy(e),this.b.copy(t),this.c.copy(n),this}setFromPointsAndIndices(e,t,n,i){return this.a.copy(e[t]),this.b.copy(e[n]),this.c.copy(e[i]),this}setFromAttributeAndIndices(e,t,n,i){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,n),this.c.fromBufferAttribute(e,i),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return ss.subVectors(this.c,this.b),Bs.subVectors(this.a,this.b),ss.cross(Bs).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(e){return s.getNormal(this.a,this.b,this.c,e)}getPlane(e){return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(e,t){return s.getBarycoord(e,this.a,this.b,this.c,t)}getInterpolation(e,t,n,i,r){return s.getInterpolation(e,this.a,this.b,this.c,t,n,i,r)}containsPoint(e){return s.containsPoint(e,this.a,this.b,this.c)}isFrontFacing(e){return s.isFrontFacing(this.a,this.b,this.c,e)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){let n=this.a,i=this.b,r=this.c,o,a;Lo.subVectors(i,n),No.subVectors(r,n),Rd.subVectors(e,n);let l=Lo.dot(Rd),c=No.dot(Rd);if(l<=0&&c<=0)return t.copy(n);Cd.subVectors(e,i);let h=Lo.dot(Cd),u=No.dot(Cd);if(h>=0&&u<=h)return t.copy(i);let d=l*u-h*c;if(d<=0&&l>=0&&h<=0&&l-h>0)return o=l/(l-h),t.copy(n).addScaledVector(Lo,o);Pd.subVectors(e,r);let f=Lo.dot(Pd),p=No.dot(Pd);if(p>=0&&f<=p)return t.copy(r);let _=f*c-l*p;if(_<=0&&c>=0&&p<=0)return a=c/(c-p),t.copy(n).addScaledVector(No,a);let m=h*p-f*u;if(m<=0&&u-h>=0&&f-p>=0)return Gg.subVectors(r,i),a=(u-h)/(u-h+(f-p)),t.copy(i).addScaledVector(Gg,a);let g=1/(m+_+d);return o=_*g,a=d*g,t.copy(n).addScaledVector(Lo,o).addScaledVector(No,a)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}},Qn=class{constructor(e=new V(1/0,1/0,1/0),t=new V(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t+=3)this.expandByPoint(rs.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,n=e.count;t<n;t++)this.expandByPoint(rs.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let n=rs.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(n),this.max.copy(e).add(n),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let n=e.geometry;if(n!==void 0){let r=n.getAttribute("position");if(t===!0&&r!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)e.isMesh===!0?e.getVertexPosition(o,rs):rs.fromBufferAttribute(r,o),rs.applyMatrix4(e.matrixWorld),this.expandByPoint(rs);else e.boundingBox!==void 0?(e.boundingBox===null&&e.computeBoundingBox(),vc.copy(e.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),vc.copy(n.boundingBox)),vc.applyMatrix4(e.matrixWorld),this.union(vc)}let i=e.children;for(let r=0,o=i.length;r<o;r++)this.expandByObject(i[r],t);return this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,rs),rs.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,n;return e.normal.x>0?(t=e.normal.x*this.min.x,n=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,n=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,n+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,n+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,n+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,n+=e.normal.z*this.min.z),t<=-e.constant&&n>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(ka),bc.subVectors(this.max,ka),Do.subVectors(e.a,ka),Uo.subVectors(e.b,ka),Fo.subVectors(e.c,ka),fr.subVectors(Uo,Do),pr.subVectors(Fo,Uo),kr.subVectors(Do,Fo);let t=[0,-fr.z,fr.y,0,-pr.z,pr.y,0,-kr.z,kr.y,fr.z,0,-fr.x,pr.z,0,-pr.x,kr.z,0,-kr.x,-fr.y,fr.x,0,-pr.y,pr.x,0,-kr.y,kr.x,0];return!Dd(t,Do,Uo,Fo,bc)||(t=[1,0,0,0,1,0,0,0,1],!Dd(t,Do,Uo,Fo,bc))?!1:(Sc.crossVectors(fr,pr),t=[Sc.x,Sc.y,Sc.z],Dd(t,Do,Uo,Fo,bc))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,rs).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(rs).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()?this:(zs[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(e),zs[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),zs[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),zs[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),zs[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),zs[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),zs[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),zs[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(zs),this)}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},zs=[new V,new V,new V,new V,new V,new V,new V,new V],rs=new V,vc=new Qn,Do=new V,Uo=new V,Fo=new V,fr=new V,pr=new V,kr=new V,ka=new V,bc=new V,Sc=new V,zr=new V;function Dd(s,e,t,n,i){for(let r=0,o=s.length-3;r<=o;r+=3){zr.fromArray(s,r);let a=i.x*Math.abs(zr.x)+i.y*Math.abs(zr.y)+i.z*Math.abs(zr.z),l=e.dot(zr),c=t.dot(zr),h=n.dot(zr);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var wn=new V,Mc=new Xe,ob=0,fn=class extends os{constructor(e,t,n=!1){if(super(),Array.isArray(e))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:ob++}),this.name="",this.array=e,this.itemSize=t,this.count=e!==void 0?e.length/t:0,this.normalized=n,this.usage=Lf,this.updateRanges=[],this.gpuType=Oi,this.version=0,this._normalizationScale=e!==void 0?nu(e):void 0}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,n){e*=this.itemSize,n*=t.itemSize;for(let i=0,r=this.itemSize;i<r;i++)this.array[e+i]=t.array[n+i];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,n=this.count;t<n;t++)Mc.fromBufferAttribute(this,t),Mc.applyMatrix3(e),this.setXY(t,Mc.x,Mc.y);else if(this.itemSize===3)for(let t=0,n=this.count;t<n;t++)wn.fromBufferAttribute(this,t),wn.applyMatrix3(e),this.setXYZ(t,wn.x,wn.y,wn.z);return this}applyMatrix4(e){for(let t=0,n=this.count;t<n;t++)wn.fromBufferAttribute(this,t),wn.applyMatrix4(e),this.setXYZ(t,wn.x,wn.y,wn.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)wn.fromBufferAttribute(this,t),wn.applyNormalMatrix(e),this.setXYZ(t,wn.x,wn.y,wn.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)wn.fromBufferAttribute(this,t),wn.transformDirection(e),this.setXYZ(t,wn.x,wn.y,wn.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let n=this.array[e*this.itemSize+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.array[e*this.itemSize+t]=n,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,n){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.array[e+0]=t,this.array[e+1]=n,this}setXYZ(e,t,n,i){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),i=this._normalize(i)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=i,this}setXYZW(e,t,n,i,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),i=this._normalize(i),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=i,this.array[e+3]=r,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):Ff(e,this.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):Of(e,this.array)}};var el=class extends fn{constructor(e,t,n){super(new Uint16Array(e),t,n)}};var tl=class extends fn{constructor(e,t,n){super(new Uint32Array(e),t,n)}};var ct=class extends fn{constructor(e,t,n){super(new Float32Array(e),t,n)}},ab=new Qn,za=new V,Ud=new V,gi=class{constructor(e=new V,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let n=this.center;t!==void 0?n.copy(t):ab.setFromPoints(e).getCenter(n);let i=0;for(let r=0,o=e.length;r<o;r++)i=Math.max(i,n.distanceToSquared(e[r]));return this.radius=Math.sqrt(i),this}copy(e){return this.center.copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let n=this.center.distanceToSquared(e);return t.copy(e),n>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius=this.radius*e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;za.subVectors(e,this.center);let t=za.lengthSq();if(t>this.radius*this.radius){let n=Math.sqrt(t),i=(n-this.radius)*.5;this.center.addScaledVector(za,i/n),this.radius+=i}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(Ud.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(za.copy(e.center).add(Ud)),this.expandByPoint(za.copy(e.center).sub(Ud))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}},lb=0,Hi=new Ge,Fd=new Gt,Oo=new V,Ii=new Qn,Va=new Qn,Vn=new V,Ut=class s extends os{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:lb++}),this.uuid=Es(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return Array.isArray(e)?this.index=new(Nv(e)?tl:el)(e,1):this.index=e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,n=0){this.groups.push({start:e,count:t,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new it().getNormalMatrix(e);n.applyNormalMatrix(r),n.needsUpdate=!0}let i=this.attributes.tangent;return i!==void 0&&(i.transformDirection(e),i.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return Hi.makeRotationFromQuaternion(e),this.applyMatrix4(Hi),this}rotateX(e){return Hi.makeRotationX(e),this.applyMatrix4(Hi),this}rotateY(e){return Hi.makeRotationY(e),this.applyMatrix4(Hi),this}rotateZ(e){return Hi.makeRotationZ(e),this.applyMatrix4(Hi),this}translate(e,t,n){return Hi.makeTranslation(e,t,n),this.applyMatrix4(Hi),this}scale(e,t,n){return Hi.makeScale(e,t,n),this.applyMatrix4(Hi),this}lookAt(e){return Fd.lookAt(e),Fd.updateMatrix(),this.applyMatrix4(Fd.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(Oo).negate(),this.translate(Oo.x,Oo.y,Oo.z),this}setFromPoints(e){let t=this.getAttribute("position");if(t===void 0){let n=[];for(let i=0,r=e.length;i<r;i++){let o=e[i];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new ct(n,3))}else{let n=Math.min(e.length,t.count);for(let i=0;i<n;i++){let r=e[i];t.setXYZ(i,r.x,r.y,r.z||0)}e.length>t.count&&Ye("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Qn);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Qe("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new V(-1/0,-1/0,-1/0),new V(1/0,1/0,1/0));return}if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let n=0,i=t.length;n<i;n++){let r=t[n];Ii.setFromBufferAttribute(r),this.morphTargetsRelative?(Vn.addVectors(this.boundingBox.min,Ii.min),this.boundingBox.expandByPoint(Vn),Vn.addVectors(this.boundingBox.max,Ii.max),this.boundingBox.expandByPoint(Vn)):(this.boundingBox.expandByPoint(Ii.min),this.boundingBox.expandByPoint(Ii.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&Qe('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new gi);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Qe("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new V,1/0);return}if(e){let n=this.boundingSphere.center;if(Ii.setFromBufferAttribute(e),t)for(let r=0,o=t.length;r<o;r++){let a=t[r];Va.setFromBufferAttribute(a),this.morphTargetsRelative?(Vn.addVectors(Ii.min,Va.min),Ii.expandByPoint(Vn),Vn.addVectors(Ii.max,Va.max),Ii.expandByPoint(Vn)):(Ii.expandByPoint(Va.min),Ii.expandByPoint(Va.max))}Ii.getCenter(n);let i=0;for(let r=0,o=e.count;r<o;r++)Vn.fromBufferAttribute(e,r),i=Math.max(i,n.distanceToSquared(Vn));if(t)for(let r=0,o=t.length;r<o;r++){let a=t[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)Vn.fromBufferAttribute(a,c),l&&(Oo.fromBufferAttribute(e,c),Vn.add(Oo)),i=Math.max(i,n.distanceToSquared(Vn))}this.boundingSphere.radius=Math.sqrt(i),isNaN(this.boundingSphere.radius)&&Qe('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===void 0||t.normal===void 0||t.uv===void 0){Qe("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=t.position,i=t.normal,r=t.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new fn(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let I=0;I<n.count;I++)a[I]=new V,l[I]=new V;let h=new V,u=new V,d=new V,f=new Xe,p=new Xe,_=new Xe,m=new V,g=new V;function x(I,P,C){c[I]=c[P]=c[C]=1,h.fromBufferAttribute(n,I),u.fromBufferAttribute(n,P),d.fromBufferAttribute(n,C),f.fromBufferAttribute(r,I),p.fromBufferAttribute(r,P),_.fromBufferAttribute(r,C),u.sub(h),d.sub(h),p.sub(f),_.sub(f);let U=1/(p.x*_.y-_.x*p.y);isFinite(U)&&(m.copy(u).multiplyScalar(_.y).addScaledVector(d,-p.y).multiplyScalar(U),g.copy(d).multiplyScalar(p.x).addScaledVector(u,-_.x).multiplyScalar(U),a[I].add(m),a[P].add(m),a[C].add(m),l[I].add(g),l[P].add(g),l[C].add(g))}let M=this.groups;M.length===0&&(M=[{start:0,count:e.count}]);for(let I=0,P=M.length;I<P;++I){let C=M[I],U=C.start,k=C.count;for(let L=U,B=U+k;L<B;L+=3)x(e.getX(L+0),e.getX(L+1),e.getX(L+2))}let v=new V,T=new V,b=new V,y=new V;function w(I){b.fromBufferAttribute(i,I),y.copy(b);let P=a[I];v.copy(P),v.sub(b.multiplyScalar(b.dot(P))).normalize(),T.crossVectors(y,P);let U=T.dot(l[I])<0?-1:1;o.setXYZW(I,v.x,v.y,v.z,U)}for(let I=0,P=n.count;I<P;++I)c[I]&&w(I);this._transformed=!0}computeVertexNormals(){let e=this.index,t=this.getAttribute("position");if(t!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==t.count)n=new fn(new Float32Array(t.count*3),3),this.setAttribute("normal",n);else for(let d=0,f=n.count;d<f;d++)n.setXYZ(d,0,0,0);let i=new V,r=new V,o=new V,a=new V,l=new V,c=new V,h=new V,u=new V;if(e)for(let d=0,f=e.count;d<f;d+=3){let p=e.getX(d+0),_=e.getX(d+1),m=e.getX(d+2);i.fromBufferAttribute(t,p),r.fromBufferAttribute(t,_),o.fromBufferAttribute(t,m),h.subVectors(o,r),u.subVectors(i,r),h.cross(u),a.fromBufferAttribute(n,p),l.fromBufferAttribute(n,_),c.fromBufferAttribute(n,m),a.add(h),l.add(h),c.add(h),n.setXYZ(p,a.x,a.y,a.z),n.setXYZ(_,l.x,l.y,l.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let d=0,f=t.count;d<f;d+=3)i.fromBufferAttribute(t,d+0),r.fromBufferAttribute(t,d+1),o.fromBufferAttribute(t,d+2),h.subVectors(o,r),u.subVectors(i,r),h.cross(u),n.setXYZ(d+0,h.x,h.y,h.z),n.setXYZ(d+1,h.x,h.y,h.z),n.setXYZ(d+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,n=e.count;t<n;t++)Vn.fromBufferAttribute(e,t),Vn.normalize(),e.setXYZ(t,Vn.x,Vn.y,Vn.z)}toNonIndexed(){function e(a,l){let c=a.array,h=a.itemSize,u=a.normalized,d=new c.constructor(l.length*h),f=0,p=0;for(let _=0,m=l.length;_<m;_++){a.isInterleavedBufferAttribute?f=l[_]*a.data.stride+a.offset:f=l[_]*h;for(let g=0;g<h;g++)d[p++]=c[f++]}return new fn(d,h,u)}if(this.index===null)return Ye("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let t=new s,n=this.index.array,i=this.attributes;for(let a in i){let l=i[a],c=e(l,n);t.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,u=c.length;h<u;h++){let d=c[h],f=e(d,n);l.push(f)}t.morphAttributes[a]=l}t.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];t.addGroup(c.start,c.count,c.materialIndex)}return t}toJSON(){let e={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,e.name=this.name,Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(e[c]=l[c]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let n=this.attributes;for(let l in n){let c=n[l];e.data.attributes[l]=c.toJSON(e.data)}let i={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let u=0,d=c.length;u<d;u++){let f=c[u];h.push(f.toJSON(e.data))}h.length>0&&(i[l]=h,r=!0)}r&&(e.data.morphAttributes=i,e.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(e.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(e.data.boundingSphere=a.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let n=e.index;n!==null&&this.setIndex(n.clone());let i=e.attributes;for(let c in i){let h=i[c];this.setAttribute(c,h.clone(t))}let r=e.morphAttributes;for(let c in r){let h=[],u=r[c];for(let d=0,f=u.length;d<f;d++)h.push(u[d].clone(t));this.morphAttributes[c]=h}this.morphTargetsRelative=e.morphTargetsRelative;let o=e.groups;for(let c=0,h=o.length;c<h;c++){let u=o[c];this.addGroup(u.start,u.count,u.materialIndex)}let a=e.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=e.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=e.drawRange.start,this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}},Jo=class{constructor(e,t){this.isInterleavedBuffer=!0,this.array=e,this.stride=t,this.count=e!==void 0?e.length/t:0,this.usage=Lf,this.updateRanges=[],this.version=0,this.uuid=Es()}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.array=new e.array.constructor(e.array),this.count=e.count,this.stride=e.stride,this.usage=e.usage,this}copyAt(e,t,n){e*=this.stride,n*=t.stride;for(let i=0,r=this.stride;i<r;i++)this.array[e+i]=t.array[n+i];return this}set(e,t=0){return this.array.set(e,t),this}clone(e){e.arrayBuffers===void 0&&(e.arrayBuffers={});let t=Wg(this.array);e.arrayBuffers[t]===void 0&&(e.arrayBuffers[t]=this.array.slice(0).buffer);let n=new this.array.constructor(e.arrayBuffers[t]),i=new this.constructor(n,this.stride);return i.setUsage(this.usage),i}onUpload(e){return this.onUploadCallback=e,this}toJSON(e){e.arrayBuffers===void 0&&(e.arrayBuffers={});let t=Wg(this.array);e.arrayBuffers[t]===void 0&&(e.arrayBuffers[t]=Array.from(new Uint32Array(this.array.slice(0).buffer)));let n={uuid:this.uuid,buffer:t,type:this.array.constructor.name,stride:this.stride};return n.usage=this.usage,n}};function Wg(s){return s.buffer._uuid===void 0&&(s.buffer._uuid=Es()),s.byteOffset===0&&s.byteLength===s.buffer.byteLength?s.buffer._uuid:s.buffer._uuid+":"+s.byteOffset+":"+s.byteLength}var ci=new V,$o=class s{constructor(e,t,n,i=!1){this.isInterleavedBufferAttribute=!0,this.name="",this.data=e,this.itemSize=t,this.offset=n,this.normalized=i,this._normalizationScale=e!==void 0?nu(e.array):void 0}get count(){return this.data.count}get array(){return this.data.array}set needsUpdate(e){this.data.needsUpdate=e}applyMatrix4(e){for(let t=0,n=this.data.count;t<n;t++)ci.fromBufferAttribute(this,t),ci.applyMatrix4(e),this.setXYZ(t,ci.x,ci.y,ci.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)ci.fromBufferAttribute(this,t),ci.applyNormalMatrix(e),this.setXYZ(t,ci.x,ci.y,ci.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)ci.fromBufferAttribute(this,t),ci.transformDirection(e),this.setXYZ(t,ci.x,ci.y,ci.z);return this}getComponent(e,t){let n=this.array[e*this.data.stride+this.offset+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.data.array[e*this.data.stride+this.offset+t]=n,this}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset]=t,this}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+1]=t,this}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+2]=t,this}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+3]=t,this}getX(e){let t=this.data.array[e*this.data.stride+this.offset];return this.normalized&&(t=this._denormalize(t)),t}getY(e){let t=this.data.array[e*this.data.stride+this.offset+1];return this.normalized&&(t=this._denormalize(t)),t}getZ(e){let t=this.data.array[e*this.data.stride+this.offset+2];return this.normalized&&(t=this._denormalize(t)),t}getW(e){let t=this.data.array[e*this.data.stride+this.offset+3];return this.normalized&&(t=this._denormalize(t)),t}setXY(e,t,n){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.data.array[e+0]=t,this.data.array[e+1]=n,this}setXYZ(e,t,n,i){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n),i=this._normalize(i)),this.data.array[e+0]=t,this.data.array[e+1]=n,this.data.array[e+2]=i,this}setXYZW(e,t,n,i,r){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n),i=this._normalize(i),r=this._normalize(r)),this.data.array[e+0]=t,this.data.array[e+1]=n,this.data.array[e+2]=i,this.data.array[e+3]=r,this}clone(e){if(e===void 0){$a("InterleavedBufferAttribute.clone(): Cloning an interleaved buffer attribute will de-interleave buffer data.");let t=[];for(let n=0;n<this.count;n++){let i=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)t.push(this.data.array[i+r])}return new fn(new this.array.constructor(t),this.itemSize,this.normalized)}else return e.interleavedBuffers===void 0&&(e.interleavedBuffers={}),e.interleavedBuffers[this.data.uuid]===void 0&&(e.interleavedBuffers[this.data.uuid]=this.data.clone(e)),new s(e.interleavedBuffers[this.data.uuid],this.itemSize,this.offset,this.normalized)}toJSON(e){if(e===void 0){$a("InterleavedBufferAttribute.toJSON(): Serializing an interleaved buffer attribute will de-interleave buffer data.");let t=[];for(let n=0;n<this.count;n++){let i=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)t.push(this.data.array[i+r])}return{itemSize:this.itemSize,type:this.array.constructor.name,array:t,normalized:this.normalized}}else return e.interleavedBuffers===void 0&&(e.interleavedBuffers={}),e.interleavedBuffers[this.data.uuid]===void 0&&(e.interleavedBuffers[this.data.uuid]=this.data.toJSON(e)),{isInterleavedBufferAttribute:!0,itemSize:this.itemSize,data:this.data.uuid,offset:this.offset,normalized:this.normalized}}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):Ff(e,this.data.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):Of(e,this.data.array)}},Od=new V,cb=new V,hb=new it,hi=class{constructor(e=new V(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,n,i){return this.normal.set(e,t,n),this.constant=i,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,n){let i=Od.subVectors(n,t).cross(cb.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(i,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,n=!0){let i=e.delta(Od),r=this.normal.dot(i);if(r===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let o=-(e.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:t.copy(e.start).addScaledVector(i,o)}intersectsLine(e){let t=this.distanceToPoint(e.start),n=this.distanceToPoint(e.end);return t<0&&n>0||n<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let n=t||hb.getNormalMatrix(e),i=this.coplanarPoint(Od).applyMatrix4(e),r=this.normal.applyMatrix3(n).normalize();return this.constant=-i.dot(r),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}},ub=0,Pn=class extends os{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:ub++}),this.uuid=Es(),this.name="",this.type="Material",this.blending=aa,this.side=Yi,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=df,this.blendDst=ff,this.blendEquation=Qr,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new Oe(0,0,0),this.blendAlpha=0,this.depthFunc=Go,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=Z0,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=qc,this.stencilZFail=qc,this.stencilZPass=qc,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let n=e[t];if(n===void 0){Ye(`Material: parameter '${t}' has value of undefined.`);continue}let i=this[t];if(i===void 0){Ye(`Material: '${t}' is not a property of THREE.${this.type}.`);continue}i&&i.isColor?i.set(n):i&&i.isVector2&&n&&n.isVector2||i&&i.isEuler&&n&&n.isEuler||i&&i.isVector3&&n&&n.isVector3?i.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";t&&(e={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(e).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(e).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(e).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(e).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(e).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function i(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(t){let r=i(e.textures),o=i(e.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(e,t){if(e.uuid!==void 0&&(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new Oe().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(n=>new hi().fromJSON(n))),e.clipIntersection!==void 0&&(this.clipIntersection=e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),e.vertexColors!==void 0&&(typeof e.vertexColors=="number"?this.vertexColors=e.vertexColors>0:this.vertexColors=e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.normalScale!==void 0){let n=e.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new Xe().fromArray(n)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new Xe().fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,n=null;if(t!==null){let i=t.length;n=new Array(i);for(let r=0;r!==i;++r)n[r]=t[r].clone()}return this.clippingPlanes=n,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(e){e===!0&&this.version++}};var Vs=new V,Bd=new V,wc=new V,Tc=new V,bs=class{constructor(e=new V,t=new V(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,Vs)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let n=t.dot(this.direction);return n<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=Vs.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(Vs.copy(this.origin).addScaledVector(this.direction,t),Vs.distanceToSquared(e))}distanceSqToSegment(e,t,n,i){Bd.copy(e).add(t).multiplyScalar(.5),wc.copy(t).sub(e).normalize(),Tc.copy(this.origin).sub(Bd);let r=e.distanceTo(t)*.5,o=-this.direction.dot(wc),a=Tc.dot(this.direction),l=-Tc.dot(wc),c=Tc.lengthSq(),h=Math.abs(1-o*o),u,d,f,p;if(h>0)if(u=o*l-a,d=o*a-l,p=r*h,u>=0)if(d>=-p)if(d<=p){let _=1/h;u*=_,d*=_,f=u*(u+o*d+2*a)+d*(o*u+d+2*l)+c}else d=r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d=-r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d<=-p?(u=Math.max(0,-(-o*r+a)),d=u>0?-r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c):d<=p?(u=0,d=Math.min(Math.max(-r,-l),r),f=d*(d+2*l)+c):(u=Math.max(0,-(o*r+a)),d=u>0?r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c);else d=o>0?-r:r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,u),i&&i.copy(Bd).addScaledVector(wc,d),f}intersectSphere(e,t){if(e.radius<0)return null;Vs.subVectors(e.center,this.origin);let n=Vs.dot(this.direction),i=Vs.dot(Vs)-n*n,r=e.radius*e.radius;if(i>r)return null;let o=Math.sqrt(r-i),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,t):this.at(a,t)}intersectsSphere(e){return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(e.normal)+e.constant)/t;return n>=0?n:null}intersectPlane(e,t){let n=this.distanceToPlane(e);return n===null?null:this.at(n,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let n,i,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,u=1/this.direction.z,d=this.origin;return c>=0?(n=(e.min.x-d.x)*c,i=(e.max.x-d.x)*c):(n=(e.max.x-d.x)*c,i=(e.min.x-d.x)*c),h>=0?(r=(e.min.y-d.y)*h,o=(e.max.y-d.y)*h):(r=(e.max.y-d.y)*h,o=(e.min.y-d.y)*h),n>o||r>i||((r>n||isNaN(n))&&(n=r),(o<i||isNaN(i))&&(i=o),u>=0?(a=(e.min.z-d.z)*u,l=(e.max.z-d.z)*u):(a=(e.max.z-d.z)*u,l=(e.min.z-d.z)*u),n>l||a>i)||((a>n||n!==n)&&(n=a),(l<i||i!==i)&&(i=l),i<0)?null:this.at(n>=0?n:i,t)}intersectsBox(e){return this.intersectBox(e,Vs)!==null}intersectTriangle(e,t,n,i,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,h=a.z,u=e.x-o.x,d=e.y-o.y,f=e.z-o.z,p=t.x-o.x,_=t.y-o.y,m=t.z-o.z,g=n.x-o.x,x=n.y-o.y,M=n.z-o.z,v=Math.abs(l),T=Math.abs(c),b=Math.abs(h),y,w,I,P,C,U,k,L,B,O,G,ne;if(v>=T&&v>=b?(I=l,U=u,B=p,ne=g,l>=0?(y=c,w=h,P=d,C=f,k=_,L=m,O=x,G=M):(y=h,w=c,P=f,C=d,k=m,L=_,O=M,G=x)):T>=b?(I=c,U=d,B=_,ne=x,c>=0?(y=h,w=l,P=f,C=u,k=m,L=p,O=M,G=g):(y=l,w=h,P=u,C=f,k=p,L=m,O=g,G=M)):(I=h,U=f,B=m,ne=M,h>=0?(y=l,w=c,P=u,C=d,k=p,L=_,O=g,G=x):(y=c,w=l,P=d,C=u,k=_,L=p,O=x,G=g)),I===0)return null;let Y=y/I,K=w/I,$=1/I,le=P-Y*U,ie=C-K*U,q=k-Y*B,se=L-K*B,ee=O-Y*ne,re=G-K*ne,pe=ee*se-re*q,Ne=le*re-ie*ee,je=q*ie-se*le;if(i){if(pe<0||Ne<0||je<0)return null}else if((pe<0||Ne<0||je<0)&&(pe>0||Ne>0||je>0))return null;let Ue=pe+Ne+je;if(Ue===0)return null;let st=$*(pe*U+Ne*B+je*ne);return(Ue>0?st<0:st>0)?null:this.at(st/Ue,r)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},Yn=class extends Pn{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new Oe(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new di,this.combine=wl,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}},Xg=new Ge,Vr=new bs,Ec=new gi,qg=new V,Ac=new V,Rc=new V,Cc=new V,kd=new V,Pc=new V,Yg=new V,Ic=new V,Mt=class extends Gt{constructor(e=new Ut,t=new Yn){super(),this.isMesh=!0,this.type="Mesh",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let i=t[n[0]];if(i!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=i.length;r<o;r++){let a=i[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(e,t){let n=this.geometry,i=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;t.fromBufferAttribute(i,e);let a=this.morphTargetInfluences;if(r&&a){Pc.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],u=r[l];h!==0&&(kd.fromBufferAttribute(u,e),o?Pc.addScaledVector(kd,h):Pc.addScaledVector(kd.sub(t),h))}t.add(Pc)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,i=this.material,r=this.matrixWorld;i!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),Ec.copy(n.boundingSphere),Ec.applyMatrix4(r),Vr.copy(e.ray).recast(e.near),!(Ec.containsPoint(Vr.origin)===!1&&(Vr.intersectSphere(Ec,qg)===null||Vr.origin.distanceToSquared(qg)>(e.far-e.near)**2))&&(Xg.copy(r).invert(),Vr.copy(e.ray).applyMatrix4(Xg),!(n.boundingBox!==null&&Vr.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(e,t,Vr)))}_computeIntersections(e,t,n){let i,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,u=r.attributes.normal,d=r.groups,f=r.drawRange;if(a!==null)if(Array.isArray(o))for(let p=0,_=d.length;p<_;p++){let m=d[p],g=o[m.materialIndex],x=Math.max(m.start,f.start),M=Math.min(a.count,Math.min(m.start+m.count,f.start+f.count));for(let v=x,T=M;v<T;v+=3){let b=a.getX(v),y=a.getX(v+1),w=a.getX(v+2);i=Lc(this,g,e,n,c,h,u,b,y,w),i&&(i.faceIndex=Math.floor(v/3),i.face.materialIndex=m.materialIndex,t.push(i))}}else{let p=Math.max(0,f.start),_=Math.min(a.count,f.start+f.count);for(let m=p,g=_;m<g;m+=3){let x=a.getX(m),M=a.getX(m+1),v=a.getX(m+2);i=Lc(this,o,e,n,c,h,u,x,M,v),i&&(i.faceIndex=Math.floor(m/3),t.push(i))}}else if(l!==void 0)if(Array.isArray(o))for(let p=0,_=d.length;p<_;p++){let m=d[p],g=o[m.materialIndex],x=Math.max(m.start,f.start),M=Math.min(l.count,Math.min(m.start+m.count,f.start+f.count));for(let v=x,T=M;v<T;v+=3){let b=v,y=v+1,w=v+2;i=Lc(this,g,e,n,c,h,u,b,y,w),i&&(i.faceIndex=Math.floor(v/3),i.face.materialIndex=m.materialIndex,t.push(i))}}else{let p=Math.max(0,f.start),_=Math.min(l.count,f.start+f.count);for(let m=p,g=_;m<g;m+=3){let x=m,M=m+1,v=m+2;i=Lc(this,o,e,n,c,h,u,x,M,v),i&&(i.faceIndex=Math.floor(m/3),t.push(i))}}}};function db(s,e,t,n,i,r,o,a){let l;if(e.side===pi?l=n.intersectTriangle(o,r,i,!0,a):l=n.intersectTriangle(i,r,o,e.side===Yi,a),l===null)return null;Ic.copy(a),Ic.applyMatrix4(s.matrixWorld);let c=t.ray.origin.distanceTo(Ic);return c<t.near||c>t.far?null:{distance:c,point:Ic.clone(),object:s}}function Lc(s,e,t,n,i,r,o,a,l,c){s.getVertexPosition(a,Ac),s.getVertexPosition(l,Rc),s.getVertexPosition(c,Cc);let h=db(s,e,t,n,Ac,Rc,Cc,Yg);if(h){let u=new V;xs.getBarycoord(Yg,Ac,Rc,Cc,u),i&&(h.uv=xs.getInterpolatedAttribute(i,a,l,c,u,new Xe)),r&&(h.uv1=xs.getInterpolatedAttribute(r,a,l,c,u,new Xe)),o&&(h.normal=xs.getInterpolatedAttribute(o,a,l,c,u,new V),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let d={a,b:l,c,normal:new V,materialIndex:0};xs.getNormal(Ac,Rc,Cc,d.normal),h.face=d,h.barycoord=u}return h}var Ha=new Dt,jg=new Dt,Kg=new Dt,fb=new Dt,Zg=new Ge,Nc=new V,zd=new gi,Jg=new Ge,Vd=new bs,Yr=class extends Mt{constructor(e,t){super(e,t),this.isSkinnedMesh=!0,this.type="SkinnedMesh",this.bindMode=qd,this.bindMatrix=new Ge,this.bindMatrixInverse=new Ge,this.boundingBox=null,this.boundingSphere=null}computeBoundingBox(){let e=this.geometry;this.boundingBox===null&&(this.boundingBox=new Qn),this.boundingBox.makeEmpty();let t=e.getAttribute("position");for(let n=0;n<t.count;n++)this.getVertexPosition(n,Nc),this.boundingBox.expandByPoint(Nc)}computeBoundingSphere(){let e=this.geometry;this.boundingSphere===null&&(this.boundingSphere=new gi),this.boundingSphere.makeEmpty();let t=e.getAttribute("position");for(let n=0;n<t.count;n++)this.getVertexPosition(n,Nc),this.boundingSphere.expandByPoint(Nc)}copy(e,t){return super.copy(e,t),this.bindMode=e.bindMode,this.bindMatrix.copy(e.bindMatrix),this.bindMatrixInverse.copy(e.bindMatrixInverse),this.skeleton=e.skeleton,this.boundingBox=e.boundingBox!==null?e.boundingBox.clone():null,this.boundingSphere=e.boundingSphere!==null?e.boundingSphere.clone():null,this}raycast(e,t){let n=this.material,i=this.matrixWorld;n!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),zd.copy(this.boundingSphere),zd.applyMatrix4(i),e.ray.intersectsSphere(zd)!==!1&&(Jg.copy(i).invert(),Vd.copy(e.ray).applyMatrix4(Jg),!(this.boundingBox!==null&&Vd.intersectsBox(this.boundingBox)===!1)&&this._computeIntersections(e,t,Vd)))}getVertexPosition(e,t){return super.getVertexPosition(e,t),this.applyBoneTransform(e,t),t}bind(e,t){this.skeleton=e,t===void 0&&(this.updateMatrixWorld(!0),this.skeleton.calculateInverses(),t=this.matrixWorld),this.bindMatrix.copy(t),this.bindMatrixInverse.copy(t).invert()}pose(){this.skeleton.pose()}normalizeSkinWeights(){let e=new Dt,t=this.geometry.attributes.skinWeight;for(let n=0,i=t.count;n<i;n++){e.fromBufferAttribute(t,n);let r=1/e.manhattanLength();r!==1/0?e.multiplyScalar(r):e.set(1,0,0,0),t.setXYZW(n,e.x,e.y,e.z,e.w)}}updateMatrixWorld(e){super.updateMatrixWorld(e),this.bindMode===qd?this.bindMatrixInverse.copy(this.matrixWorld).invert():this.bindMode===q0?this.bindMatrixInverse.copy(this.bindMatrix).invert():Ye("SkinnedMesh: Unrecognized bindMode: "+this.bindMode)}applyBoneTransform(e,t){let n=this.skeleton,i=this.geometry;jg.fromBufferAttribute(i.attributes.skinIndex,e),Kg.fromBufferAttribute(i.attributes.skinWeight,e),t.isVector4?(Ha.copy(t),t.set(0,0,0,0)):(Ha.set(t.x,t.y,t.z,1),t.set(0,0,0)),Ha.applyMatrix4(this.bindMatrix);for(let r=0;r<4;r++){let o=Kg.getComponent(r);if(o!==0){let a=jg.getComponent(r);Zg.multiplyMatrices(n.bones[a].matrixWorld,n.boneInverses[a]),t.addScaledVector(fb.copy(Ha).applyMatrix4(Zg),o)}}return t.isVector4&&(t.w=Ha.w),t.applyMatrix4(this.bindMatrixInverse)}},_r=class extends Gt{constructor(){super(),this.isBone=!0,this.type="Bone"}},yr=class extends Hn{constructor(e=null,t=1,n=1,i,r,o,a,l,c=pn,h=pn,u,d){super(null,o,a,l,c,h,i,r,u,d),this.isDataTexture=!0,this.image={data:e,width:t,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}},$g=new Ge,pb=new Ge,jr=class s{constructor(e=[],t=[]){this.uuid=Es(),this.bones=e.slice(0),this.boneInverses=t,this.boneMatrices=null,this.previousBoneMatrices=null,this.boneTexture=null,this.previousBoneTexture=null,this.init()}init(){let e=this.bones,t=this.boneInverses;if(this.boneMatrices=new Float32Array(e.length*16),t.length===0)this.calculateInverses();else if(e.length!==t.length){Ye("Skeleton: Number of inverse bone matrices does not match amount of bones."),this.boneInverses=[];for(let n=0,i=this.bones.length;n<i;n++)this.boneInverses.push(new Ge)}}calculateInverses(){this.boneInverses.length=0;for(let e=0,t=this.bones.length;e<t;e++){let n=new Ge;this.bones[e]&&n.copy(this.bones[e].matrixWorld).invert(),this.boneInverses.push(n)}}pose(){for(let e=0,t=this.bones.length;e<t;e++){let n=this.bones[e];n&&n.matrixWorld.copy(this.boneInverses[e]).invert()}for(let e=0,t=this.bones.length;e<t;e++){let n=this.bones[e];n&&(n.parent&&n.parent.isBone?(n.matrix.copy(n.parent.matrixWorld).invert(),n.matrix.multiply(n.matrixWorld)):n.matrix.copy(n.matrixWorld),n.matrix.decompose(n.position,n.quaternion,n.scale))}}update(){let e=this.bones,t=this.boneInverses,n=this.boneMatrices,i=this.boneTexture;for(let r=0,o=e.length;r<o;r++){let a=e[r]?e[r].matrixWorld:pb;$g.multiplyMatrices(a,t[r]),$g.toArray(n,r*16)}i!==null&&(i.needsUpdate=!0)}clone(){return new s(this.bones,this.boneInverses)}computeBoneTexture(){let e=Math.sqrt(this.bones.length*4);e=Math.ceil(e/4)*4,e=Math.max(e,4);let t=new Float32Array(e*e*4);t.set(this.boneMatrices);let n=new yr(t,e,e,ji,Oi);return n.needsUpdate=!0,this.boneMatrices=t,this.boneTexture=n,this}getBoneByName(e){for(let t=0,n=this.bones.length;t<n;t++){let i=this.bones[t];if(i.name===e)return i}}dispose(){this.boneTexture!==null&&(this.boneTexture.dispose(),this.boneTexture=null),this.previousBoneTexture!==null&&(this.previousBoneTexture.dispose(),this.previousBoneTexture=null)}fromJSON(e,t){this.uuid=e.uuid;for(let n=0,i=e.bones.length;n<i;n++){let r=e.bones[n],o=t[r];o===void 0&&(Ye("Skeleton: No bone found with UUID:",r),o=new _r),this.bones.push(o),this.boneInverses.push(new Ge().fromArray(e.boneInverses[n]))}return this.init(),this}toJSON(){let e={metadata:{version:4.7,type:"Skeleton",generator:"Skeleton.toJSON"},bones:[],boneInverses:[]};e.uuid=this.uuid;let t=this.bones,n=this.boneInverses;for(let i=0,r=t.length;i<r;i++){let o=t[i];e.bones.push(o.uuid);let a=n[i];e.boneInverses.push(a.toArray())}return e}},qs=class extends fn{constructor(e,t,n,i=1){super(e,t,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=i}copy(e){return super.copy(e),this.meshPerAttribute=e.meshPerAttribute,this}toJSON(){let e=super.toJSON();return e.meshPerAttribute=this.meshPerAttribute,e.isInstancedBufferAttribute=!0,e}},Bo=new Ge,Qg=new Ge,Dc=[],e0=new Qn,mb=new Ge,Ga=new Mt,Wa=new gi,nl=class extends Mt{constructor(e,t,n){super(e,t),this.isInstancedMesh=!0,this.instanceMatrix=new qs(new Float32Array(n*16),16),this.instanceColor=null,this.morphTexture=null,this.count=n,this.boundingBox=null,this.boundingSphere=null;for(let i=0;i<n;i++)this.setMatrixAt(i,mb)}computeBoundingBox(){let e=this.geometry,t=this.count;this.boundingBox===null&&(this.boundingBox=new Qn),e.boundingBox===null&&e.computeBoundingBox(),this.boundingBox.makeEmpty();for(let n=0;n<t;n++)this.getMatrixAt(n,Bo),e0.copy(e.boundingBox).applyMatrix4(Bo),this.boundingBox.union(e0)}computeBoundingSphere(){let e=this.geometry,t=this.count;this.boundingSphere===null&&(this.boundingSphere=new gi),e.boundingSphere===null&&e.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let n=0;n<t;n++)this.getMatrixAt(n,Bo),Wa.copy(e.boundingSphere).applyMatrix4(Bo),this.boundingSphere.union(Wa)}copy(e,t){return super.copy(e,t),this.instanceMatrix.copy(e.instanceMatrix),this.morphTexture=e.morphTexture!==null?e.morphTexture.clone():null,this.instanceColor=e.instanceColor!==null?e.instanceColor.clone():null,this.count=e.count,this.boundingBox=e.boundingBox!==null?e.boundingBox.clone():null,this.boundingSphere=e.boundingSphere!==null?e.boundingSphere.clone():null,this}getColorAt(e,t){return this.instanceColor===null?t.setRGB(1,1,1):t.fromArray(this.instanceColor.array,e*3)}getMatrixAt(e,t){return t.fromArray(this.instanceMatrix.array,e*16)}getMorphAt(e,t){let n=t.morphTargetInfluences,i=this.morphTexture.source.data.data,r=n.length+1,o=e*r+1;for(let a=0;a<n.length;a++)n[a]=i[o+a]}raycast(e,t){let n=this.matrixWorld,i=this.count;if(Ga.geometry=this.geometry,Ga.material=this.material,Ga.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),Wa.copy(this.boundingSphere),Wa.applyMatrix4(n),e.ray.intersectsSphere(Wa)!==!1))for(let r=0;r<i;r++){this.getMatrixAt(r,Bo),Qg.multiplyMatrices(n,Bo),Ga.matrixWorld=Qg,Ga.raycast(e,Dc);for(let o=0,a=Dc.length;o<a;o++){let l=Dc[o];l.instanceId=r,l.object=this,t.push(l)}Dc.length=0}}setColorAt(e,t){return this.instanceColor===null&&(this.instanceColor=new qs(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),t.toArray(this.instanceColor.array,e*3),this}setMatrixAt(e,t){return t.toArray(this.instanceMatrix.array,e*16),this}setMorphAt(e,t){let n=t.morphTargetInfluences,i=n.length+1;this.morphTexture===null&&(this.morphTexture=new yr(new Float32Array(i*this.count),i,this.count,Sh,Oi));let r=this.morphTexture.source.data.data,o=0;for(let c=0;c<n.length;c++)o+=n[c];let a=this.geometry.morphTargetsRelative?1:1-o,l=i*e;return r[l]=a,r.set(n,l+1),this}updateMorphTargets(){}dispose(){super.dispose(),this.instanceMatrix.dispose(),this.instanceColor!==null&&this.instanceColor.dispose(),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null)}},Hr=new gi,gb=new Xe(.5,.5),Uc=new V,xr=class{constructor(e=new hi,t=new hi,n=new hi,i=new hi,r=new hi,o=new hi){this.planes=[e,t,n,i,r,o]}set(e,t,n,i,r,o){let a=this.planes;return a[0].copy(e),a[1].copy(t),a[2].copy(n),a[3].copy(i),a[4].copy(r),a[5].copy(o),this}copy(e){let t=this.planes;for(let n=0;n<6;n++)t[n].copy(e.planes[n]);return this}setFromProjectionMatrix(e,t=Gi,n=!1){let i=this.planes,r=e.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],u=r[5],d=r[6],f=r[7],p=r[8],_=r[9],m=r[10],g=r[11],x=r[12],M=r[13],v=r[14],T=r[15];if(i[0].setComponents(c-o,f-h,g-p,T-x).normalize(),i[1].setComponents(c+o,f+h,g+p,T+x).normalize(),i[2].setComponents(c+a,f+u,g+_,T+M).normalize(),i[3].setComponents(c-a,f-u,g-_,T-M).normalize(),n)i[4].setComponents(l,d,m,v).normalize(),i[5].setComponents(c-l,f-d,g-m,T-v).normalize();else if(i[4].setComponents(c-l,f-d,g-m,T-v).normalize(),t===Gi)i[5].setComponents(c+l,f+d,g+m,T+v).normalize();else if(t===Xo)i[5].setComponents(l,d,m,v).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),Hr.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),Hr.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(Hr)}intersectsSprite(e){Hr.center.set(0,0,0);let t=gb.distanceTo(e.center);return Hr.radius=.7071067811865476+t,Hr.applyMatrix4(e.matrixWorld),this.intersectsSphere(Hr)}intersectsSphere(e){let t=this.planes,n=e.center,i=-e.radius;for(let r=0;r<6;r++)if(t[r].distanceToPoint(n)<i)return!1;return!0}intersectsBox(e){let t=this.planes;for(let n=0;n<6;n++){let i=t[n];if(Uc.x=i.normal.x>0?e.max.x:e.min.x,Uc.y=i.normal.y>0?e.max.y:e.min.y,Uc.z=i.normal.z>0?e.max.z:e.min.z,i.distanceToPoint(Uc)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let n=0;n<6;n++)if(t[n].distanceToPoint(e)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},t0=new Ge,ih=class s{constructor(){this.coordinateSystem=Gi,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,n=this._frustums;for(let i=0;i<t.length;i++){let r=t[i];t0.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[i]===void 0&&(n[i]=new xr),n[i].setFromProjectionMatrix(t0,r.coordinateSystem,r.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this._frustums[e]}intersectsObject(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].containsPoint(e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,n=e._frustums;for(let i=0;i<e._count;i++)t[i]===void 0&&(t[i]=new xr),t[i].copy(n[i]);return this._count=e._count,this}clone(){return new s().copy(this)}};var Gn=class extends Pn{constructor(e){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new Oe(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.linewidth=e.linewidth,this.linecap=e.linecap,this.linejoin=e.linejoin,this.fog=e.fog,this}},sh=new V,rh=new V,n0=new Ge,Xa=new bs,Fc=new gi,Hd=new V,i0=new V,Wi=class extends Gt{constructor(e=new Ut,t=new Gn){super(),this.isLine=!0,this.type="Line",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[0];for(let i=1,r=t.count;i<r;i++)sh.fromBufferAttribute(t,i-1),rh.fromBufferAttribute(t,i),n[i]=n[i-1],n[i]+=sh.distanceTo(rh);e.setAttribute("lineDistance",new ct(n,1))}else Ye("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,i=this.matrixWorld,r=e.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),Fc.copy(n.boundingSphere),Fc.applyMatrix4(i),Fc.radius+=r,e.ray.intersectsSphere(Fc)===!1)return;n0.copy(i).invert(),Xa.copy(e.ray).applyMatrix4(n0);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,d=n.attributes.position;if(h!==null){let f=Math.max(0,o.start),p=Math.min(h.count,o.start+o.count);for(let _=f,m=p-1;_<m;_+=c){let g=h.getX(_),x=h.getX(_+1),M=Oc(this,e,Xa,l,g,x,_);M&&t.push(M)}if(this.isLineLoop){let _=h.getX(p-1),m=h.getX(f),g=Oc(this,e,Xa,l,_,m,p-1);g&&t.push(g)}}else{let f=Math.max(0,o.start),p=Math.min(d.count,o.start+o.count);for(let _=f,m=p-1;_<m;_+=c){let g=Oc(this,e,Xa,l,_,_+1,_);g&&t.push(g)}if(this.isLineLoop){let _=Oc(this,e,Xa,l,p-1,f,p-1);_&&t.push(_)}}}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let i=t[n[0]];if(i!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=i.length;r<o;r++){let a=i[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function Oc(s,e,t,n,i,r,o){let a=s.geometry.attributes.position;if(sh.fromBufferAttribute(a,i),rh.fromBufferAttribute(a,r),t.distanceSqToSegment(sh,rh,Hd,i0)>n)return;Hd.applyMatrix4(s.matrixWorld);let c=e.ray.origin.distanceTo(Hd);if(!(c<e.near||c>e.far))return{distance:c,point:i0.clone().applyMatrix4(s.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:s}}var s0=new V,r0=new V,Xi=class extends Wi{constructor(e,t){super(e,t),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[];for(let i=0,r=t.count;i<r;i+=2)s0.fromBufferAttribute(t,i),r0.fromBufferAttribute(t,i+1),n[i]=i===0?0:n[i-1],n[i+1]=n[i]+s0.distanceTo(r0);e.setAttribute("lineDistance",new ct(n,1))}else Ye("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}},il=class extends Wi{constructor(e,t){super(e,t),this.isLineLoop=!0,this.type="LineLoop"}},as=class extends Pn{constructor(e){super(),this.isPointsMaterial=!0,this.type="PointsMaterial",this.color=new Oe(16777215),this.map=null,this.alphaMap=null,this.size=1,this.sizeAttenuation=!0,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.alphaMap=e.alphaMap,this.size=e.size,this.sizeAttenuation=e.sizeAttenuation,this.fog=e.fog,this}},o0=new Ge,Zd=new bs,Bc=new gi,kc=new V,Ys=class extends Gt{constructor(e=new Ut,t=new as){super(),this.isPoints=!0,this.type="Points",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,i=this.matrixWorld,r=e.params.Points.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),Bc.copy(n.boundingSphere),Bc.applyMatrix4(i),Bc.radius+=r,e.ray.intersectsSphere(Bc)===!1)return;o0.copy(i).invert(),Zd.copy(e.ray).applyMatrix4(o0);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=n.index,u=n.attributes.position;if(c!==null){let d=Math.max(0,o.start),f=Math.min(c.count,o.start+o.count);for(let p=d,_=f;p<_;p++){let m=c.getX(p);kc.fromBufferAttribute(u,m),a0(kc,m,l,i,e,t,this)}}else{let d=Math.max(0,o.start),f=Math.min(u.count,o.start+o.count);for(let p=d,_=f;p<_;p++)kc.fromBufferAttribute(u,p),a0(kc,p,l,i,e,t,this)}}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let i=t[n[0]];if(i!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=i.length;r<o;r++){let a=i[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function a0(s,e,t,n,i,r,o){let a=Zd.distanceSqToPoint(s);if(a<t){let l=new V;Zd.closestPointToPoint(s,l),l.applyMatrix4(n);let c=i.ray.origin.distanceTo(l);if(c<i.near||c>i.far)return;r.push({distance:c,distanceToRay:Math.sqrt(a),point:l,index:e,face:null,faceIndex:null,barycoord:null,object:o})}}var sl=class extends Hn{constructor(e=[],t=eo,n,i,r,o,a,l,c,h){super(e,t,n,i,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}};var js=class extends Hn{constructor(e,t,n=ls,i,r,o,a=pn,l=pn,c,h=Ws,u=1){if(h!==Ws&&h!==tr)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let d={width:e,height:t,depth:u};super(d,i,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new jo(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}},rl=class extends js{constructor(e,t=ls,n=eo,i,r,o=pn,a=pn,l,c=Ws){let h={width:e,height:e,depth:1},u=[h,h,h,h,h,h];super(e,e,t,n,i,r,o,a,l,c),this.image=u,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}},ol=class extends Hn{constructor(e=null){super(),this.sourceTexture=e,this.isExternalTexture=!0}copy(e){return super.copy(e),this.sourceTexture=e.sourceTexture,this}},vr=class s extends Ut{constructor(e=1,t=1,n=1,i=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:e,height:t,depth:n,widthSegments:i,heightSegments:r,depthSegments:o};let a=this;i=Math.floor(i),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],u=[],d=0,f=0;p("z","y","x",-1,-1,n,t,e,o,r,0),p("z","y","x",1,-1,n,t,-e,o,r,1),p("x","z","y",1,1,e,n,t,i,o,2),p("x","z","y",1,-1,e,n,-t,i,o,3),p("x","y","z",1,-1,e,t,n,i,r,4),p("x","y","z",-1,-1,e,t,-n,i,r,5),this.setIndex(l),this.setAttribute("position",new ct(c,3)),this.setAttribute("normal",new ct(h,3)),this.setAttribute("uv",new ct(u,2));function p(_,m,g,x,M,v,T,b,y,w,I){let P=v/y,C=T/w,U=v/2,k=T/2,L=b/2,B=y+1,O=w+1,G=0,ne=0,Y=new V;for(let K=0;K<O;K++){let $=K*C-k;for(let le=0;le<B;le++){let ie=le*P-U;Y[_]=ie*x,Y[m]=$*M,Y[g]=L,c.push(Y.x,Y.y,Y.z),Y[_]=0,Y[m]=0,Y[g]=b>0?1:-1,h.push(Y.x,Y.y,Y.z),u.push(le/y),u.push(1-K/w),G+=1}}for(let K=0;K<w;K++)for(let $=0;$<y;$++){let le=d+$+B*K,ie=d+$+B*(K+1),q=d+($+1)+B*(K+1),se=d+($+1)+B*K;l.push(le,ie,se),l.push(ie,q,se),ne+=6}a.addGroup(f,ne,I),f+=ne,d+=G}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new s(e.width,e.height,e.depth,e.widthSegments,e.heightSegments,e.depthSegments)}};var Ss=class s extends Ut{constructor(e=1,t=1,n=1,i=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:e,radiusBottom:t,height:n,radialSegments:i,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;i=Math.floor(i),r=Math.floor(r);let h=[],u=[],d=[],f=[],p=0,_=[],m=n/2,g=0;x(),o===!1&&(e>0&&M(!0),t>0&&M(!1)),this.setIndex(h),this.setAttribute("position",new ct(u,3)),this.setAttribute("normal",new ct(d,3)),this.setAttribute("uv",new ct(f,2));function x(){let v=new V,T=new V,b=0,y=(t-e)/n;for(let w=0;w<=r;w++){let I=[],P=w/r,C=P*(t-e)+e;for(let U=0;U<=i;U++){let k=U/i,L=k*l+a,B=Math.sin(L),O=Math.cos(L);T.x=C*B,T.y=-P*n+m,T.z=C*O,u.push(T.x,T.y,T.z),v.set(B,y,O).normalize(),d.push(v.x,v.y,v.z),f.push(k,1-P),I.push(p++)}_.push(I)}for(let w=0;w<i;w++)for(let I=0;I<r;I++){let P=_[I][w],C=_[I+1][w],U=_[I+1][w+1],k=_[I][w+1];(e>0||I!==0)&&(h.push(P,C,k),b+=3),(t>0||I!==r-1)&&(h.push(C,U,k),b+=3)}c.addGroup(g,b,0),g+=b}function M(v){let T=p,b=new Xe,y=new V,w=0,I=v===!0?e:t,P=v===!0?1:-1;for(let U=1;U<=i;U++)u.push(0,m*P,0),d.push(0,P,0),f.push(.5,.5),p++;let C=p;for(let U=0;U<=i;U++){let L=U/i*l+a,B=Math.cos(L),O=Math.sin(L);y.x=I*O,y.y=m*P,y.z=I*B,u.push(y.x,y.y,y.z),d.push(0,P,0),b.x=B*.5+.5,b.y=O*.5*P+.5,f.push(b.x,b.y),p++}for(let U=0;U<i;U++){let k=T+U,L=C+U;v===!0?h.push(L,L+1,k):h.push(L+1,L,k),w+=3}c.addGroup(g,w,v===!0?1:2),g+=w}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new s(e.radiusTop,e.radiusBottom,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}},Qo=class s extends Ss{constructor(e=1,t=1,n=32,i=1,r=!1,o=0,a=Math.PI*2){super(0,e,t,n,i,r,o,a),this.type="ConeGeometry",this.parameters={radius:e,height:t,radialSegments:n,heightSegments:i,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(e){return new s(e.radius,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}};function _b(s,e,t=2){let n=e&&e.length,i=n?e[0]*t:s.length,r=a_(s,0,i,t,!0),o=[];if(!r||r.next===r.prev)return o;let a,l,c;if(n&&(r=Sb(s,e,r,t)),s.length>80*t){a=s[0],l=s[1];let h=a,u=l;for(let d=t;d<i;d+=t){let f=s[d],p=s[d+1];f<a&&(a=f),p<l&&(l=p),f>h&&(h=f),p>u&&(u=p)}c=Math.max(h-a,u-l),c=c!==0?32767/c:0}return al(r,o,t,a,l,c,0),o}function a_(s,e,t,n,i){let r;if(i===Nb(s,e,t,n)>0)for(let o=e;o<t;o+=n)r=l0(o/n|0,s[o],s[o+1],r);else for(let o=t-n;o>=e;o-=n)r=l0(o/n|0,s[o],s[o+1],r);return r&&ea(r,r.next)&&(cl(r),r=r.next),r}function Kr(s,e){if(!s)return s;e||(e=s);let t=s,n;do if(n=!1,!t.steiner&&(ea(t,t.next)||Qt(t.prev,t,t.next)===0)){if(cl(t),t=e=t.prev,t===t.next)break;n=!0}else t=t.next;while(n||t!==e);return e}function al(s,e,t,n,i,r,o){if(!s)return;!o&&r&&Ab(s,n,i,r);let a=s;for(;s.prev!==s.next;){let l=s.prev,c=s.next;if(r?xb(s,n,i,r):yb(s)){e.push(l.i,s.i,c.i),cl(s),s=c.next,a=c.next;continue}if(s=c,s===a){o?o===1?(s=vb(Kr(s),e),al(s,e,t,n,i,r,2)):o===2&&bb(s,e,t,n,i,r):al(Kr(s),e,t,n,i,r,1);break}}}function yb(s){let e=s.prev,t=s,n=s.next;if(Qt(e,t,n)>=0)return!1;let i=e.x,r=t.x,o=n.x,a=e.y,l=t.y,c=n.y,h=Math.min(i,r,o),u=Math.min(a,l,c),d=Math.max(i,r,o),f=Math.max(a,l,c),p=n.next;for(;p!==e;){if(p.x>=h&&p.x<=d&&p.y>=u&&p.y<=f&&qa(i,a,r,l,o,c,p.x,p.y)&&Qt(p.prev,p,p.next)>=0)return!1;p=p.next}return!0}function xb(s,e,t,n){let i=s.prev,r=s,o=s.next;if(Qt(i,r,o)>=0)return!1;let a=i.x,l=r.x,c=o.x,h=i.y,u=r.y,d=o.y,f=Math.min(a,l,c),p=Math.min(h,u,d),_=Math.max(a,l,c),m=Math.max(h,u,d),g=Jd(f,p,e,t,n),x=Jd(_,m,e,t,n),M=s.prevZ,v=s.nextZ;for(;M&&M.z>=g&&v&&v.z<=x;){if(M.x>=f&&M.x<=_&&M.y>=p&&M.y<=m&&M!==i&&M!==o&&qa(a,h,l,u,c,d,M.x,M.y)&&Qt(M.prev,M,M.next)>=0||(M=M.prevZ,v.x>=f&&v.x<=_&&v.y>=p&&v.y<=m&&v!==i&&v!==o&&qa(a,h,l,u,c,d,v.x,v.y)&&Qt(v.prev,v,v.next)>=0))return!1;v=v.nextZ}for(;M&&M.z>=g;){if(M.x>=f&&M.x<=_&&M.y>=p&&M.y<=m&&M!==i&&M!==o&&qa(a,h,l,u,c,d,M.x,M.y)&&Qt(M.prev,M,M.next)>=0)return!1;M=M.prevZ}for(;v&&v.z<=x;){if(v.x>=f&&v.x<=_&&v.y>=p&&v.y<=m&&v!==i&&v!==o&&qa(a,h,l,u,c,d,v.x,v.y)&&Qt(v.prev,v,v.next)>=0)return!1;v=v.nextZ}return!0}function vb(s,e){let t=s;do{let n=t.prev,i=t.next.next;!ea(n,i)&&c_(n,t,t.next,i)&&ll(n,i)&&ll(i,n)&&(e.push(n.i,t.i,i.i),cl(t),cl(t.next),t=s=i),t=t.next}while(t!==s);return Kr(t)}function bb(s,e,t,n,i,r){let o=s;do{let a=o.next.next;for(;a!==o.prev;){if(o.i!==a.i&&Pb(o,a)){let l=h_(o,a);o=Kr(o,o.next),l=Kr(l,l.next),al(o,e,t,n,i,r,0),al(l,e,t,n,i,r,0);return}a=a.next}o=o.next}while(o!==s)}function Sb(s,e,t,n){let i=[];for(let r=0,o=e.length;r<o;r++){let a=e[r]*n,l=r<o-1?e[r+1]*n:s.length,c=a_(s,a,l,n,!1);c===c.next&&(c.steiner=!0),i.push(Cb(c))}i.sort(Mb);for(let r=0;r<i.length;r++)t=wb(i[r],t);return t}function Mb(s,e){let t=s.x-e.x;if(t===0&&(t=s.y-e.y,t===0)){let n=(s.next.y-s.y)/(s.next.x-s.x),i=(e.next.y-e.y)/(e.next.x-e.x);t=n-i}return t}function wb(s,e){let t=Tb(s,e);if(!t)return e;let n=h_(t,s);return Kr(n,n.next),Kr(t,t.next)}function Tb(s,e){let t=e,n=s.x,i=s.y,r=-1/0,o;if(ea(s,t))return t;do{if(ea(s,t.next))return t.next;if(i<=t.y&&i>=t.next.y&&t.next.y!==t.y){let u=t.x+(i-t.y)*(t.next.x-t.x)/(t.next.y-t.y);if(u<=n&&u>r&&(r=u,o=t.x<t.next.x?t:t.next,u===n))return o}t=t.next}while(t!==e);if(!o)return null;let a=o,l=o.x,c=o.y,h=1/0;t=o;do{if(n>=t.x&&t.x>=l&&n!==t.x&&l_(i<c?n:r,i,l,c,i<c?r:n,i,t.x,t.y)){let u=Math.abs(i-t.y)/(n-t.x);ll(t,s)&&(u<h||u===h&&(t.x>o.x||t.x===o.x&&Eb(o,t)))&&(o=t,h=u)}t=t.next}while(t!==a);return o}function Eb(s,e){return Qt(s.prev,s,e.prev)<0&&Qt(e.next,s,s.next)<0}function Ab(s,e,t,n){let i=s;do i.z===0&&(i.z=Jd(i.x,i.y,e,t,n)),i.prevZ=i.prev,i.nextZ=i.next,i=i.next;while(i!==s);i.prevZ.nextZ=null,i.prevZ=null,Rb(i)}function Rb(s){let e,t=1;do{let n=s,i;s=null;let r=null;for(e=0;n;){e++;let o=n,a=0;for(let c=0;c<t&&(a++,o=o.nextZ,!!o);c++);let l=t;for(;a>0||l>0&&o;)a!==0&&(l===0||!o||n.z<=o.z)?(i=n,n=n.nextZ,a--):(i=o,o=o.nextZ,l--),r?r.nextZ=i:s=i,i.prevZ=r,r=i;n=o}r.nextZ=null,t*=2}while(e>1);return s}function Jd(s,e,t,n,i){return s=(s-t)*i|0,e=(e-n)*i|0,s=(s|s<<8)&16711935,s=(s|s<<4)&252645135,s=(s|s<<2)&858993459,s=(s|s<<1)&1431655765,e=(e|e<<8)&16711935,e=(e|e<<4)&252645135,e=(e|e<<2)&858993459,e=(e|e<<1)&1431655765,s|e<<1}function Cb(s){let e=s,t=s;do(e.x<t.x||e.x===t.x&&e.y<t.y)&&(t=e),e=e.next;while(e!==s);return t}function l_(s,e,t,n,i,r,o,a){return(i-o)*(e-a)>=(s-o)*(r-a)&&(s-o)*(n-a)>=(t-o)*(e-a)&&(t-o)*(r-a)>=(i-o)*(n-a)}function qa(s,e,t,n,i,r,o,a){return!(s===o&&e===a)&&l_(s,e,t,n,i,r,o,a)}function Pb(s,e){return s.next.i!==e.i&&s.prev.i!==e.i&&!Ib(s,e)&&(ll(s,e)&&ll(e,s)&&Lb(s,e)&&(Qt(s.prev,s,e.prev)||Qt(s,e.prev,e))||ea(s,e)&&Qt(s.prev,s,s.next)>0&&Qt(e.prev,e,e.next)>0)}function Qt(s,e,t){return(e.y-s.y)*(t.x-e.x)-(e.x-s.x)*(t.y-e.y)}function ea(s,e){return s.x===e.x&&s.y===e.y}function c_(s,e,t,n){let i=Vc(Qt(s,e,t)),r=Vc(Qt(s,e,n)),o=Vc(Qt(t,n,s)),a=Vc(Qt(t,n,e));return!!(i!==r&&o!==a||i===0&&zc(s,t,e)||r===0&&zc(s,n,e)||o===0&&zc(t,s,n)||a===0&&zc(t,e,n))}function zc(s,e,t){return e.x<=Math.max(s.x,t.x)&&e.x>=Math.min(s.x,t.x)&&e.y<=Math.max(s.y,t.y)&&e.y>=Math.min(s.y,t.y)}function Vc(s){return s>0?1:s<0?-1:0}function Ib(s,e){let t=s;do{if(t.i!==s.i&&t.next.i!==s.i&&t.i!==e.i&&t.next.i!==e.i&&c_(t,t.next,s,e))return!0;t=t.next}while(t!==s);return!1}function ll(s,e){return Qt(s.prev,s,s.next)<0?Qt(s,e,s.next)>=0&&Qt(s,s.prev,e)>=0:Qt(s,e,s.prev)<0||Qt(s,s.next,e)<0}function Lb(s,e){let t=s,n=!1,i=(s.x+e.x)/2,r=(s.y+e.y)/2;do t.y>r!=t.next.y>r&&t.next.y!==t.y&&i<(t.next.x-t.x)*(r-t.y)/(t.next.y-t.y)+t.x&&(n=!n),t=t.next;while(t!==s);return n}function h_(s,e){let t=$d(s.i,s.x,s.y),n=$d(e.i,e.x,e.y),i=s.next,r=e.prev;return s.next=e,e.prev=s,t.next=i,i.prev=t,n.next=t,t.prev=n,r.next=n,n.prev=r,n}function l0(s,e,t,n){let i=$d(s,e,t);return n?(i.next=n.next,i.prev=n,n.next.prev=i,n.next=i):(i.prev=i,i.next=i),i}function cl(s){s.next.prev=s.prev,s.prev.next=s.next,s.prevZ&&(s.prevZ.nextZ=s.nextZ),s.nextZ&&(s.nextZ.prevZ=s.prevZ)}function $d(s,e,t){return{i:s,x:e,y:t,prev:null,next:null,z:0,prevZ:null,nextZ:null,steiner:!1}}function Nb(s,e,t,n){let i=0;for(let r=e,o=t-n;r<t;r+=n)i+=(s[o]-s[r])*(s[r+1]+s[o+1]),o=r;return i}var Qd=class{static triangulate(e,t,n=2){return _b(e,t,n)}},ta=class s{static area(e){let t=e.length,n=0;for(let i=t-1,r=0;r<t;i=r++)n+=e[i].x*e[r].y-e[r].x*e[i].y;return n*.5}static isClockWise(e){return s.area(e)<0}static triangulateShape(e,t){let n=[],i=[],r=[];c0(e),h0(n,e);let o=e.length;t.forEach(c0);for(let l=0;l<t.length;l++)i.push(o),o+=t[l].length,h0(n,t[l]);let a=Qd.triangulate(n,i);for(let l=0;l<a.length;l+=3)r.push(a.slice(l,l+3));return r}};function c0(s){let e=s.length;e>2&&s[e-1].equals(s[0])&&s.pop()}function h0(s,e){for(let t=0;t<e.length;t++)s.push(e[t].x),s.push(e[t].y)}var hl=class s extends Ut{constructor(e=1,t=1,n=1,i=1){super(),this.type="PlaneGeometry",this.parameters={width:e,height:t,widthSegments:n,heightSegments:i};let r=e/2,o=t/2,a=Math.floor(n),l=Math.floor(i),c=a+1,h=l+1,u=e/a,d=t/l,f=[],p=[],_=[],m=[];for(let g=0;g<h;g++){let x=g*d-o;for(let M=0;M<c;M++){let v=M*u-r;p.push(v,-x,0),_.push(0,0,1),m.push(M/a),m.push(1-g/l)}}for(let g=0;g<l;g++)for(let x=0;x<a;x++){let M=x+c*g,v=x+c*(g+1),T=x+1+c*(g+1),b=x+1+c*g;f.push(M,v,b),f.push(v,T,b)}this.setIndex(f),this.setAttribute("position",new ct(p,3)),this.setAttribute("normal",new ct(_,3)),this.setAttribute("uv",new ct(m,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new s(e.width,e.height,e.widthSegments,e.heightSegments)}};var br=class s extends Ut{constructor(e=1,t=32,n=16,i=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:e,widthSegments:t,heightSegments:n,phiStart:i,phiLength:r,thetaStart:o,thetaLength:a},t=Math.max(3,Math.floor(t)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],u=new V,d=new V,f=[],p=[],_=[],m=[];for(let g=0;g<=n;g++){let x=[],M=g/n,v=o+M*a,T=e*Math.cos(v),b=Math.sqrt(e*e-T*T),y=0;g===0&&o===0?y=.5/t:g===n&&l===Math.PI&&(y=-.5/t);for(let w=0;w<=t;w++){let I=w/t,P=i+I*r;u.x=-b*Math.cos(P),u.y=T,u.z=b*Math.sin(P),p.push(u.x,u.y,u.z),d.copy(u).normalize(),_.push(d.x,d.y,d.z),m.push(I+y,1-M),x.push(c++)}h.push(x)}for(let g=0;g<n;g++)for(let x=0;x<t;x++){let M=h[g][x+1],v=h[g][x],T=h[g+1][x],b=h[g+1][x+1];(g!==0||o>0)&&f.push(M,v,b),(g!==n-1||l<Math.PI)&&f.push(v,T,b)}this.setIndex(f),this.setAttribute("position",new ct(p,3)),this.setAttribute("normal",new ct(_,3)),this.setAttribute("uv",new ct(m,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new s(e.radius,e.widthSegments,e.heightSegments,e.phiStart,e.phiLength,e.thetaStart,e.thetaLength)}};function io(s){let e={};for(let t in s){e[t]={};for(let n in s[t]){let i=s[t][n];if(u0(i))i.isRenderTargetTexture?(Ye("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),e[t][n]=null):e[t][n]=i.clone();else if(Array.isArray(i))if(u0(i[0])){let r=[];for(let o=0,a=i.length;o<a;o++)r[o]=i[o].clone();e[t][n]=r}else e[t][n]=i.slice();else e[t][n]=i}}return e}function ei(s){let e={};for(let t=0;t<s.length;t++){let n=io(s[t]);for(let i in n)e[i]=n[i]}return e}function u0(s){return s&&(s.isColor||s.isMatrix3||s.isMatrix4||s.isVector2||s.isVector3||s.isVector4||s.isTexture||s.isQuaternion)}function Db(s){let e=[];for(let t=0;t<s.length;t++)e.push(s[t].clone());return e}function Bf(s){let e=s.getRenderTarget();return e===null?s.outputColorSpace:e.isXRRenderTarget===!0?e.texture.colorSpace:at.workingColorSpace}var u_={clone:io,merge:ei},Ub=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,Fb=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,Ms=class extends Pn{constructor(e){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=Ub,this.fragmentShader=Fb,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=io(e.uniforms),this.uniformsGroups=Db(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let i in this.uniforms){let o=this.uniforms[i].value;o&&o.isTexture?t.uniforms[i]={type:"t",value:o.toJSON(e).uuid}:o&&o.isColor?t.uniforms[i]={type:"c",value:o.getHex()}:o&&o.isVector2?t.uniforms[i]={type:"v2",value:o.toArray()}:o&&o.isVector3?t.uniforms[i]={type:"v3",value:o.toArray()}:o&&o.isVector4?t.uniforms[i]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?t.uniforms[i]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?t.uniforms[i]={type:"m4",value:o.toArray()}:t.uniforms[i]={value:o}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let n={};for(let i in this.extensions)this.extensions[i]===!0&&(n[i]=!0);return Object.keys(n).length>0&&(t.extensions=n),t}fromJSON(e,t){if(super.fromJSON(e,t),e.uniforms!==void 0)for(let n in e.uniforms){let i=e.uniforms[n];switch(this.uniforms[n]={},i.type){case"t":this.uniforms[n].value=t[i.value]||null;break;case"c":this.uniforms[n].value=new Oe().setHex(i.value);break;case"v2":this.uniforms[n].value=new Xe().fromArray(i.value);break;case"v3":this.uniforms[n].value=new V().fromArray(i.value);break;case"v4":this.uniforms[n].value=new Dt().fromArray(i.value);break;case"m3":this.uniforms[n].value=new it().fromArray(i.value);break;case"m4":this.uniforms[n].value=new Ge().fromArray(i.value);break;default:this.uniforms[n].value=i.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let n in e.extensions)this.extensions[n]=e.extensions[n];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&(this.clipping=e.clipping),this}},oh=class extends Ms{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},_i=class extends Pn{constructor(e){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new Oe(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Oe(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=da,this.normalScale=new Xe(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new di,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.defines={STANDARD:""},this.color.copy(e.color),this.roughness=e.roughness,this.metalness=e.metalness,this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.roughnessMap=e.roughnessMap,this.metalnessMap=e.metalnessMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.envMapIntensity=e.envMapIntensity,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}},fi=class extends _i{constructor(e){super(),this.isMeshPhysicalMaterial=!0,this.defines={STANDARD:"",PHYSICAL:""},this.type="MeshPhysicalMaterial",this.anisotropyRotation=0,this.anisotropyMap=null,this.clearcoatMap=null,this.clearcoatRoughness=0,this.clearcoatRoughnessMap=null,this.clearcoatNormalScale=new Xe(1,1),this.clearcoatNormalMap=null,this.diffuseRoughnessMap=null,this.ior=1.5,Object.defineProperty(this,"reflectivity",{get:function(){return pt(2.5*(this.ior-1)/(this.ior+1),0,1)},set:function(t){this.ior=(1+.4*t)/(1-.4*t)}}),this.iridescenceMap=null,this.iridescenceIOR=1.3,this.iridescenceThicknessMinimum=100,this.iridescenceThicknessMaximum=400,this.iridescenceThicknessMap=null,this.sheenColor=new Oe(0),this.sheenColorMap=null,this.sheenRoughness=1,this.sheenRoughnessMap=null,this.transmissionMap=null,this.thickness=0,this.thicknessMap=null,this.attenuationDistance=1/0,this.attenuationColor=new Oe(1,1,1),this.specularIntensity=1,this.specularIntensityMap=null,this.specularColor=new Oe(1,1,1),this.specularColorMap=null,this._anisotropy=0,this._clearcoat=0,this._diffuseRoughness=0,this._dispersion=0,this._iridescence=0,this._retroreflectivity=0,this._sheen=0,this._transmission=0,this.setValues(e)}get anisotropy(){return this._anisotropy}set anisotropy(e){this._anisotropy>0!=e>0&&this.version++,this._anisotropy=e}get clearcoat(){return this._clearcoat}set clearcoat(e){this._clearcoat>0!=e>0&&this.version++,this._clearcoat=e}get diffuseRoughness(){return this._diffuseRoughness}set diffuseRoughness(e){this._diffuseRoughness>0!=e>0&&this.version++,this._diffuseRoughness=e}get iridescence(){return this._iridescence}set iridescence(e){this._iridescence>0!=e>0&&this.version++,this._iridescence=e}get dispersion(){return this._dispersion}set dispersion(e){this._dispersion>0!=e>0&&this.version++,this._dispersion=e}get retroreflectivity(){return this._retroreflectivity}set retroreflectivity(e){this._retroreflectivity>0!=e>0&&this.version++,this._retroreflectivity=e}get sheen(){return this._sheen}set sheen(e){this._sheen>0!=e>0&&this.version++,this._sheen=e}get transmission(){return this._transmission}set transmission(e){this._transmission>0!=e>0&&this.version++,this._transmission=e}get iridescenceThicknessRange(){return Gr('MeshPhysicalMaterial: The "iridescenceThicknessRange" property has been replaced by "iridescenceThicknessMinimum" and "iridescenceThicknessMaximum".'),[this.iridescenceThicknessMinimum,this.iridescenceThicknessMaximum]}set iridescenceThicknessRange(e){Gr('MeshPhysicalMaterial: The "iridescenceThicknessRange" property has been replaced by "iridescenceThicknessMinimum" and "iridescenceThicknessMaximum".'),this.iridescenceThicknessMinimum=e[0],this.iridescenceThicknessMaximum=e[1]}copy(e){return super.copy(e),this.defines={STANDARD:"",PHYSICAL:""},this.anisotropy=e.anisotropy,this.anisotropyRotation=e.anisotropyRotation,this.anisotropyMap=e.anisotropyMap,this.clearcoat=e.clearcoat,this.clearcoatMap=e.clearcoatMap,this.clearcoatRoughness=e.clearcoatRoughness,this.clearcoatRoughnessMap=e.clearcoatRoughnessMap,this.clearcoatNormalMap=e.clearcoatNormalMap,this.clearcoatNormalScale.copy(e.clearcoatNormalScale),this.diffuseRoughness=e.diffuseRoughness,this.diffuseRoughnessMap=e.diffuseRoughnessMap,this.dispersion=e.dispersion,this.ior=e.ior,this.iridescence=e.iridescence,this.iridescenceMap=e.iridescenceMap,this.iridescenceIOR=e.iridescenceIOR,this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum,this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum,this.iridescenceThicknessMap=e.iridescenceThicknessMap,this.retroreflectivity=e.retroreflectivity,this.sheen=e.sheen,this.sheenColor.copy(e.sheenColor),this.sheenColorMap=e.sheenColorMap,this.sheenRoughness=e.sheenRoughness,this.sheenRoughnessMap=e.sheenRoughnessMap,this.transmission=e.transmission,this.transmissionMap=e.transmissionMap,this.thickness=e.thickness,this.thicknessMap=e.thicknessMap,this.attenuationDistance=e.attenuationDistance,this.attenuationColor.copy(e.attenuationColor),this.specularIntensity=e.specularIntensity,this.specularIntensityMap=e.specularIntensityMap,this.specularColor.copy(e.specularColor),this.specularColorMap=e.specularColorMap,this}},qi=class extends Pn{constructor(e){super(),this.isMeshPhongMaterial=!0,this.type="MeshPhongMaterial",this.color=new Oe(16777215),this.specular=new Oe(1118481),this.shininess=30,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Oe(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=da,this.normalScale=new Xe(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new di,this.combine=wl,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.specular.copy(e.specular),this.shininess=e.shininess,this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.envMapIntensity=e.envMapIntensity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}};var ul=class extends Pn{constructor(e){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new Oe(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Oe(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=da,this.normalScale=new Xe(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new di,this.combine=wl,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.envMapIntensity=e.envMapIntensity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}},ah=class extends Pn{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=j0,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}},lh=class extends Pn{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this}};function gr(s,e){return!s||s.constructor===e?s:typeof e.BYTES_PER_ELEMENT=="number"?new e(s):Array.prototype.slice.call(s)}function Ya(s){return s!==void 0&&s.inTangents!==void 0&&s.outTangents!==void 0}function Ob(s){function e(i,r){return s[i]-s[r]}let t=s.length,n=new Array(t);for(let i=0;i!==t;++i)n[i]=i;return n.sort(e),n}function d0(s,e,t){let n=s.length,i=new s.constructor(n);for(let r=0,o=0;o!==n;++r){let a=t[r]*e;for(let l=0;l!==e;++l)i[o++]=s[a+l]}return i}function Bb(s,e,t,n){let i=1,r=s[0];for(;r!==void 0&&r[n]===void 0;)r=s[i++];if(r===void 0)return;let o=r[n];if(o!==void 0)if(Array.isArray(o))do o=r[n],o!==void 0&&(e.push(r.time),t.push(...o)),r=s[i++];while(r!==void 0);else if(o.toArray!==void 0)do o=r[n],o!==void 0&&(e.push(r.time),o.toArray(t,t.length)),r=s[i++];while(r!==void 0);else do o=r[n],o!==void 0&&(e.push(r.time),t.push(o)),r=s[i++];while(r!==void 0)}var ws=class{constructor(e,t,n,i){this.parameterPositions=e,this._cachedIndex=0,this.resultBuffer=i!==void 0?i:new t.constructor(n),this.sampleValues=t,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(e){let t=this.parameterPositions,n=this._cachedIndex,i=t[n],r=t[n-1];n:{e:{let o;t:{i:if(!(e<i)){for(let a=n+2;;){if(i===void 0){if(e<r)break i;return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=i,i=t[++n],e<i)break e}o=t.length;break t}if(!(e>=r)){let a=t[1];e<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(i=r,r=t[--n-1],e>=r)break e}o=n,n=0;break t}break n}for(;n<o;){let a=n+o>>>1;e<t[a]?o=a:n=a+1}if(i=t[n],r=t[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(i===void 0)return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,i)}return this.interpolate_(n,r,e,i)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(e){let t=this.resultBuffer,n=this.sampleValues,i=this.valueSize,r=e*i;for(let o=0;o!==i;++o)t[o]=n[r+o];return t}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},ch=class extends ws{constructor(e,t,n,i){super(e,t,n,i),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:Yd,endingEnd:Yd}}intervalChanged_(e,t,n){let i=this.parameterPositions,r=e-2,o=e+1,a=i[r],l=i[o];if(a===void 0)switch(this.getSettings_().endingStart){case jd:r=e,a=2*t-n;break;case Kd:r=i.length-2,a=t+i[r]-i[r+1];break;default:r=e,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case jd:o=e,l=2*n-t;break;case Kd:o=1,l=n+i[1]-i[0];break;default:o=e-1,l=t}let c=(n-t)*.5,h=this.valueSize;this._weightPrev=c/(t-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(e,t,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=this._offsetPrev,u=this._offsetNext,d=this._weightPrev,f=this._weightNext,p=(n-t)/(i-t),_=p*p,m=_*p,g=-d*m+2*d*_-d*p,x=(1+d)*m+(-1.5-2*d)*_+(-.5+d)*p+1,M=(-1-f)*m+(1.5+f)*_+.5*p,v=f*m-f*_;for(let T=0;T!==a;++T)r[T]=g*o[h+T]+x*o[c+T]+M*o[l+T]+v*o[u+T];return r}},hh=class extends ws{constructor(e,t,n,i){super(e,t,n,i)}interpolate_(e,t,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=(n-t)/(i-t),u=1-h;for(let d=0;d!==a;++d)r[d]=o[c+d]*u+o[l+d]*h;return r}},uh=class extends ws{constructor(e,t,n,i){super(e,t,n,i)}interpolate_(e){return this.copySampleValue_(e-1)}},dh=class extends ws{interpolate_(e,t,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=this.inTangents,u=this.outTangents;if(!h||!u){let p=(n-t)/(i-t),_=1-p;for(let m=0;m!==a;++m)r[m]=o[c+m]*_+o[l+m]*p;return r}let d=a*2,f=e-1;for(let p=0;p!==a;++p){let _=o[c+p],m=o[l+p],g=f*d+p*2,x=u[g],M=u[g+1],v=e*d+p*2,T=h[v],b=h[v+1],y=zb(n,t,x,T,i);r[p]=d_(y,_,M,b,m)}return r}};function d_(s,e,t,n,i){let r=1-s;return r*r*r*e+3*r*r*s*t+3*r*s*s*n+s*s*s*i}function kb(s,e,t,n,i){let r=1-s;return 3*r*r*(t-e)+6*r*s*(n-t)+3*s*s*(i-n)}function zb(s,e,t,n,i){let r=(s-e)/(i-e);for(let o=0;o<8;o++){let a=d_(r,e,t,n,i)-s;if(Math.abs(a)<1e-10)break;let l=kb(r,e,t,n,i);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var yi=class{constructor(e,t,n,i){if(e===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(t===void 0||t.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+e);this.name=e,this.times=gr(t,this.TimeBufferType),this.values=gr(n,this.ValueBufferType),this.setInterpolation(i||this.DefaultInterpolation)}static toJSON(e){let t=e.constructor,n;if(t.toJSON!==this.toJSON)n=t.toJSON(e);else{n={name:e.name,times:gr(e.times,Array),values:gr(e.values,Array)};let i=e.getInterpolation();i!==e.DefaultInterpolation&&(n.interpolation=i),Ya(e.settings)&&(n.settings={inTangents:gr(e.settings.inTangents,Array),outTangents:gr(e.settings.outTangents,Array)})}return n.type=e.ValueTypeName,n}InterpolantFactoryMethodDiscrete(e){return new uh(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodLinear(e){return new hh(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodSmooth(e){return new ch(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodBezier(e){let t=new dh(this.times,this.values,this.getValueSize(),e);return this.settings&&(t.inTangents=this.settings.inTangents,t.outTangents=this.settings.outTangents),t}setInterpolation(e){let t;switch(e){case Xs:t=this.InterpolantFactoryMethodDiscrete;break;case Wr:t=this.InterpolantFactoryMethodLinear;break;case Xc:t=this.InterpolantFactoryMethodSmooth;break;case Za:t=this.InterpolantFactoryMethodBezier;break}if(t===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(e!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return Ye("KeyframeTrack:",n),this}return this.createInterpolant=t,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Xs;case this.InterpolantFactoryMethodLinear:return Wr;case this.InterpolantFactoryMethodSmooth:return Xc;case this.InterpolantFactoryMethodBezier:return Za}}getValueSize(){return this.values.length/this.times.length}shift(e){if(e!==0){let t=this.times;for(let n=0,i=t.length;n!==i;++n)t[n]+=e;Ya(this.settings)&&(f0(this.settings.inTangents,e),f0(this.settings.outTangents,e))}return this}scale(e){if(e!==1){let t=this.times;for(let n=0,i=t.length;n!==i;++n)t[n]*=e;Ya(this.settings)&&(p0(this.settings.inTangents,e),p0(this.settings.outTangents,e))}return this}trim(e,t){let n=this.times,i=n.length,r=0,o=i-1;for(;r!==i&&n[r]<e;)++r;for(;o!==-1&&n[o]>t;)--o;if(++o,r!==0||o!==i){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let e=!0,t=this.getValueSize();t-Math.floor(t)!==0&&(Qe("KeyframeTrack: Invalid value size in track.",this),e=!1);let n=this.times,i=this.values,r=n.length;r===0&&(Qe("KeyframeTrack: Track is empty.",this),e=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){Qe("KeyframeTrack: Time is not a valid number.",this,a,l),e=!1;break}if(o!==null&&o>l){Qe("KeyframeTrack: Out of order keys.",this,a,l,o),e=!1;break}o=l}if(i!==void 0&&Dv(i))for(let a=0,l=i.length;a!==l;++a){let c=i[a];if(isNaN(c)){Qe("KeyframeTrack: Value is not a valid number.",this,a,c),e=!1;break}}return e}optimize(){let e=this.times.slice(),t=this.values.slice(),n=this.getValueSize(),i=this.getInterpolation()===Xc,r=e.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=e[a],h=e[a+1];if(c!==h&&(a!==1||c!==e[0]))if(i)l=!0;else{let u=a*n,d=u-n,f=u+n;for(let p=0;p!==n;++p){let _=t[u+p];if(_!==t[d+p]||_!==t[f+p]){l=!0;break}}}if(l){if(a!==o){e[o]=e[a];let u=a*n,d=o*n;for(let f=0;f!==n;++f)t[d+f]=t[u+f]}++o}}if(r>0){e[o]=e[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)t[l+c]=t[a+c];++o}return o!==e.length?(this.times=e.slice(0,o),this.values=t.slice(0,o*n)):(this.times=e,this.values=t),this}clone(){let e=this.times.slice(),t=this.values.slice(),n=this.constructor,i=new n(this.name,e,t);return i.createInterpolant=this.createInterpolant,Ya(this.settings)&&(i.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),i}};function f0(s,e){for(let t=0,n=s.length;t!==n;t+=2)s[t]+=e}function p0(s,e){for(let t=0,n=s.length;t!==n;t+=2)s[t]*=e}yi.prototype.ValueTypeName="";yi.prototype.TimeBufferType=Float32Array;yi.prototype.ValueBufferType=Float32Array;yi.prototype.DefaultInterpolation=Wr;var Ks=class extends yi{constructor(e,t,n){super(e,t,n)}};Ks.prototype.ValueTypeName="bool";Ks.prototype.ValueBufferType=Array;Ks.prototype.DefaultInterpolation=Xs;Ks.prototype.InterpolantFactoryMethodLinear=void 0;Ks.prototype.InterpolantFactoryMethodSmooth=void 0;var dl=class extends yi{constructor(e,t,n,i){super(e,t,n,i)}};dl.prototype.ValueTypeName="color";var Zs=class extends yi{constructor(e,t,n,i){super(e,t,n,i)}};Zs.prototype.ValueTypeName="number";var fh=class extends ws{constructor(e,t,n,i){super(e,t,n,i)}interpolate_(e,t,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-t)/(i-t),c=e*a;for(let h=c+a;c!==h;c+=4)Ht.slerpFlat(r,0,o,c-a,o,c,l);return r}},Di=class extends yi{constructor(e,t,n,i){super(e,t,n,i)}InterpolantFactoryMethodLinear(e){return new fh(this.times,this.values,this.getValueSize(),e)}};Di.prototype.ValueTypeName="quaternion";Di.prototype.InterpolantFactoryMethodSmooth=void 0;var Js=class extends yi{constructor(e,t,n){super(e,t,n)}};Js.prototype.ValueTypeName="string";Js.prototype.ValueBufferType=Array;Js.prototype.DefaultInterpolation=Xs;Js.prototype.InterpolantFactoryMethodLinear=void 0;Js.prototype.InterpolantFactoryMethodSmooth=void 0;var In=class extends yi{constructor(e,t,n,i){super(e,t,n,i)}};In.prototype.ValueTypeName="vector";var Sr=class{constructor(e="",t=-1,n=[],i=Y0){this.name=e,this.tracks=n,this.duration=t,this.blendMode=i,this.uuid=Es(),this.userData={},this.duration<0&&this.resetDuration()}static parse(e){let t=[],n=e.tracks,i=1/(e.fps||1);for(let o=0,a=n.length;o!==a;++o)t.push(Hb(n[o]).scale(i));let r=new this(e.name,e.duration,t,e.blendMode);return r.uuid=e.uuid,r.userData=JSON.parse(e.userData||"{}"),r}static toJSON(e){let t=[],n=e.tracks,i={name:e.name,duration:e.duration,tracks:t,uuid:e.uuid,blendMode:e.blendMode,userData:JSON.stringify(e.userData)};for(let r=0,o=n.length;r!==o;++r)t.push(yi.toJSON(n[r]));return i}static CreateFromMorphTargetSequence(e,t,n,i){let r=t.length,o=[];for(let a=0;a<r;a++){let l=[],c=[];l.push((a+r-1)%r,a,(a+1)%r),c.push(0,1,0);let h=Ob(l);l=d0(l,1,h),c=d0(c,1,h),!i&&l[0]===0&&(l.push(r),c.push(c[0])),o.push(new Zs(".morphTargetInfluences["+t[a].name+"]",l,c).scale(1/n))}return new this(e,-1,o)}static findByName(e,t){let n=e;if(!Array.isArray(e)){let i=e;n=i.geometry&&i.geometry.animations||i.animations}for(let i=0;i<n.length;i++)if(n[i].name===t)return n[i];return null}static CreateClipsFromMorphTargetSequences(e,t,n){let i={},r=/^([\w-]*?)([\d]+)$/;for(let a=0,l=e.length;a<l;a++){let c=e[a],h=c.name.match(r);if(h&&h.length>1){let u=h[1],d=i[u];d||(i[u]=d=[]),d.push(c)}}let o=[];for(let a in i)o.push(this.CreateFromMorphTargetSequence(a,i[a],t,n));return o}resetDuration(){let e=this.tracks,t=0;for(let n=0,i=e.length;n!==i;++n){let r=this.tracks[n];t=Math.max(t,r.times[r.times.length-1])}return this.duration=t,this}trim(){for(let e=0;e<this.tracks.length;e++)this.tracks[e].trim(0,this.duration);return this}validate(){let e=!0;for(let t=0;t<this.tracks.length;t++)e=e&&this.tracks[t].validate();return e}optimize(){for(let e=0;e<this.tracks.length;e++)this.tracks[e].optimize();return this}clone(){let e=[];for(let n=0;n<this.tracks.length;n++)e.push(this.tracks[n].clone());let t=new this.constructor(this.name,this.duration,e,this.blendMode);return t.userData=JSON.parse(JSON.stringify(this.userData)),t}toJSON(){return this.constructor.toJSON(this)}};function Vb(s){switch(s.toLowerCase()){case"scalar":case"double":case"float":case"number":case"integer":return Zs;case"vector":case"vector2":case"vector3":case"vector4":return In;case"color":return dl;case"quaternion":return Di;case"bool":case"boolean":return Ks;case"string":return Js}throw new Error("THREE.KeyframeTrack: Unsupported typeName: "+s)}function Hb(s){if(s.type===void 0)throw new Error("THREE.KeyframeTrack: track type undefined, can not parse");let e=Vb(s.type);if(s.times===void 0){let n=[],i=[];Bb(s.keys,n,i,"value"),s.times=n,s.values=i}let t;return e.parse!==void 0?t=e.parse(s):t=new e(s.name,s.times,s.values,s.interpolation),Ya(s.settings)&&(t.settings={inTangents:gr(s.settings.inTangents,Float32Array),outTangents:gr(s.settings.outTangents,Float32Array)}),t}var vs={enabled:!1,files:{},add:function(s,e){this.enabled!==!1&&(m0(s)||(this.files[s]=e))},get:function(s){if(this.enabled!==!1&&!m0(s))return this.files[s]},remove:function(s){delete this.files[s]},clear:function(){this.files={}}};function m0(s){try{let e=s.slice(s.indexOf(":")+1);return new URL(e).protocol==="blob:"}catch{return!1}}var na=class{constructor(e,t,n){let i=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=e,this.onProgress=t,this.onError=n,this._abortController=null,this.itemStart=function(h){a++,r===!1&&i.onStart!==void 0&&i.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,i.onProgress!==void 0&&i.onProgress(h,o,a),o===a&&(r=!1,i.onLoad!==void 0&&i.onLoad())},this.itemError=function(h){i.onError!==void 0&&i.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,u){return c.push(h,u),this},this.removeHandler=function(h){let u=c.indexOf(h);return u!==-1&&c.splice(u,2),this},this.getHandler=function(h){for(let u=0,d=c.length;u<d;u+=2){let f=c[u],p=c[u+1];if(f.global&&(f.lastIndex=0),f.test(h))return p}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},iu=new na,Ln=class{constructor(e){this.manager=e!==void 0?e:iu,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(e,t){let n=this;return new Promise(function(i,r){n.load(e,i,t,r)})}parse(){}setCrossOrigin(e){return this.crossOrigin=e,this}setWithCredentials(e){return this.withCredentials=e,this}setPath(e){return this.path=e,this}setResourcePath(e){return this.resourcePath=e,this}setRequestHeader(e){return this.requestHeader=e,this}setPriority(e){return this.priority=e,this}setCache(e){return this.cache=e,this}abort(){return this}};Ln.DEFAULT_MATERIAL_NAME="__DEFAULT";var Hs={},ef=class extends Error{constructor(e,t){super(e),this.response=t}},Ui=class extends Ln{constructor(e){super(e),this.mimeType="",this.responseType="",this._abortController=new AbortController}load(e,t,n,i){e===void 0&&(e=""),this.path!==void 0&&(e=this.path+e),e=this.manager.resolveURL(e);let r=vs.get(`file:${e}`);if(r!==void 0){this.manager.itemStart(e),setTimeout(()=>{t&&t(r),this.manager.itemEnd(e)},0);return}if(Hs[e]!==void 0){Hs[e].push({onLoad:t,onProgress:n,onError:i});return}Hs[e]=[],Hs[e].push({onLoad:t,onProgress:n,onError:i});let o=new Request(e,{headers:new Headers(this.requestHeader),credentials:this.withCredentials?"include":"same-origin",priority:this.priority,cache:this.cache,signal:typeof AbortSignal.any=="function"?AbortSignal.any([this._abortController.signal,this.manager.abortController.signal]):this._abortController.signal}),a=this.mimeType,l=this.responseType;fetch(o).then(c=>{if(c.status===200||c.status===0){if(c.status===0&&Ye("FileLoader: HTTP Status 0 received."),typeof ReadableStream>"u"||c.body===void 0||c.body.getReader===void 0)return c;let h=Hs[e],u=c.body.getReader(),d=c.headers.get("X-File-Size")||c.headers.get("Content-Length"),f=d?parseInt(d):0,p=f!==0,_=0,m=new ReadableStream({start(g){x();function x(){u.read().then(({done:M,value:v})=>{if(M)g.close();else{_+=v.byteLength;let T=new ProgressEvent("progress",{lengthComputable:p,loaded:_,total:f});for(let b=0,y=h.length;b<y;b++){let w=h[b];w.onProgress&&w.onProgress(T)}g.enqueue(v),x()}},M=>{g.error(M)})}}});return new Response(m)}else throw new ef(`fetch for "${c.url}" responded with ${c.status}: ${c.statusText}`,c)}).then(c=>{switch(l){case"arraybuffer":return c.arrayBuffer();case"blob":return c.blob();case"document":return c.text().then(h=>new DOMParser().parseFromString(h,a));case"json":return c.json();default:if(a==="")return c.text();{let u=/charset="?([^;"\s]*)"?/i.exec(a),d=u&&u[1]?u[1].toLowerCase():void 0,f=new TextDecoder(d);return c.arrayBuffer().then(p=>f.decode(p))}}}).then(c=>{vs.add(`file:${e}`,c);let h=Hs[e];delete Hs[e];for(let u=0,d=h.length;u<d;u++){let f=h[u];f.onLoad&&f.onLoad(c)}}).catch(c=>{let h=Hs[e];if(h===void 0)throw this.manager.itemError(e),c;delete Hs[e];for(let u=0,d=h.length;u<d;u++){let f=h[u];f.onError&&f.onError(c)}this.manager.itemError(e)}).finally(()=>{this.manager.itemEnd(e)}),this.manager.itemStart(e)}setResponseType(e){return this.responseType=e,this}setMimeType(e){return this.mimeType=e,this}abort(){return this._abortController.abort(),this._abortController=new AbortController,this}};var ko=new WeakMap,ph=class extends Ln{constructor(e){super(e)}load(e,t,n,i){this.path!==void 0&&(e=this.path+e),e=this.manager.resolveURL(e);let r=this,o=vs.get(`image:${e}`);if(o!==void 0){if(o.complete===!0)r.manager.itemStart(e),setTimeout(function(){t&&t(o),r.manager.itemEnd(e)},0);else{let u=ko.get(o);u===void 0&&(u=[],ko.set(o,u)),u.push({onLoad:t,onError:i})}return o}let a=qo("img");function l(){h(),t&&t(this);let u=ko.get(this)||[];for(let d=0;d<u.length;d++){let f=u[d];f.onLoad&&f.onLoad(this)}ko.delete(this),r.manager.itemEnd(e)}function c(u){h(),i&&i(u),vs.remove(`image:${e}`);let d=ko.get(this)||[];for(let f=0;f<d.length;f++){let p=d[f];p.onError&&p.onError(u)}ko.delete(this),r.manager.itemError(e),r.manager.itemEnd(e)}function h(){a.removeEventListener("load",l,!1),a.removeEventListener("error",c,!1)}return a.addEventListener("load",l,!1),a.addEventListener("error",c,!1),e.slice(0,5)!=="data:"&&this.crossOrigin!==void 0&&(a.crossOrigin=this.crossOrigin),vs.add(`image:${e}`,a),r.manager.itemStart(e),a.fetchPriority=this.priority,a.src=e,a}};var fl=class extends Ln{constructor(e){super(e)}load(e,t,n,i){let r=this,o=new yr,a=new Ui(this.manager);return a.setPriority(this.priority),a.setCache(this.cache),a.setResponseType("arraybuffer"),a.setRequestHeader(this.requestHeader),a.setPath(this.path),a.setWithCredentials(r.withCredentials),a.load(e,function(l){let c;try{c=r.parse(l)}catch(h){i!==void 0?i(h):Qe(h);return}r._applyTexData(o,c),t&&t(o,c)},n,i),o}createDataTexture(e){let t=new yr;return this._applyTexData(t,this.parse(e)),t}_applyTexData(e,t){t.image!==void 0?e.image=t.image:t.data!==void 0&&(e.image.width=t.width,e.image.height=t.height,e.image.data=t.data),e.wrapS=t.wrapS!==void 0?t.wrapS:qn,e.wrapT=t.wrapT!==void 0?t.wrapT:qn,e.magFilter=t.magFilter!==void 0?t.magFilter:hn,e.minFilter=t.minFilter!==void 0?t.minFilter:hn,e.anisotropy=t.anisotropy!==void 0?t.anisotropy:1,t.colorSpace!==void 0&&(e.colorSpace=t.colorSpace),t.flipY!==void 0&&(e.flipY=t.flipY),t.format!==void 0&&(e.format=t.format),t.type!==void 0&&(e.type=t.type),t.mipmaps!==void 0&&(e.mipmaps=t.mipmaps,e.minFilter=mi),t.mipmapCount===1&&(e.minFilter=hn),t.generateMipmaps!==void 0&&(e.generateMipmaps=t.generateMipmaps),e.needsUpdate=!0}},$s=class extends Ln{constructor(e){super(e)}load(e,t,n,i){let r=new Hn,o=new ph(this.manager);return o.setPriority(this.priority),o.setCache(this.cache),o.setCrossOrigin(this.crossOrigin),o.setPath(this.path),o.load(e,function(a){r.image=a,r.needsUpdate=!0,t!==void 0&&t(r)},n,i),r}},Mr=class extends Gt{static registerNode(e){this.prototype._lightNode=e}constructor(e,t=1){super(),this.isLight=!0,this.type="Light",this.color=new Oe(e),this.intensity=t}copy(e,t){return super.copy(e,t),this.color.copy(e.color),this.intensity=e.intensity,this}toJSON(e){let t=super.toJSON(e);return t.object.color=this.color.getHex(),t.object.intensity=this.intensity,t}},pl=class extends Mr{constructor(e,t,n){super(e,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(Gt.DEFAULT_UP),this.updateMatrix(),this.groundColor=new Oe(t)}copy(e,t){return super.copy(e,t),this.groundColor.copy(e.groundColor),this}toJSON(e){let t=super.toJSON(e);return t.object.groundColor=this.groundColor.getHex(),t}},Gd=new Ge,g0=new V,_0=new V,ia=class{constructor(e){this.camera=e,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new Xe(512,512),this.mapType=vi,this.map=null,this.mapPass=null,this.matrix=new Ge,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new xr,this._frameExtents=new Xe(1,1),this._viewportCount=1,this._viewports=[new Dt(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(e){let t=this.camera;g0.setFromMatrixPosition(e.matrixWorld),t.position.copy(g0),_0.setFromMatrixPosition(e.target.matrixWorld),t.lookAt(_0),t.updateMatrixWorld(),this._updateMatrix(t,this.matrix,this._frustum)}_updateMatrix(e,t,n,i){Gd.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),n.setFromProjectionMatrix(Gd,e.coordinateSystem,e.reversedDepth);let r=this._frameExtents,o=i?i.z/r.x:1,a=i?i.w/r.y:1,l=i?i.x/r.x:0,c=i?i.y/r.y:0;e.coordinateSystem===Xo||e.reversedDepth?t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),t.multiply(Gd)}getViewport(e){return this._viewports[e]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(e){return this.camera=e.camera.clone(),this.intensity=e.intensity,this.bias=e.bias,this.radius=e.radius,this.autoUpdate=e.autoUpdate,this.needsUpdate=e.needsUpdate,this.normalBias=e.normalBias,this.blurSamples=e.blurSamples,this.mapSize.copy(e.mapSize),this.mapType=e.mapType,this.biasNode=e.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let e={};return e.intensity=this.intensity,e.bias=this.bias,e.normalBias=this.normalBias,e.radius=this.radius,e.blurSamples=this.blurSamples,e.mapSize=this.mapSize.toArray(),e.mapType=this.mapType,e.camera=this.camera.toJSON(!1).object,delete e.camera.matrix,e}},Hc=new V,Gc=new Ht,ys=new V,ml=class extends Gt{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Ge,this.projectionMatrix=new Ge,this.projectionMatrixInverse=new Ge,this.coordinateSystem=Gi,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(Hc,Gc,ys),ys.x===1&&ys.y===1&&ys.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Hc,Gc,ys.set(1,1,1)).invert()}updateWorldMatrix(e,t,n=!1){super.updateWorldMatrix(e,t,n),this.matrixWorld.decompose(Hc,Gc,ys),ys.x===1&&ys.y===1&&ys.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Hc,Gc,ys.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},mr=new V,y0=new Xe,x0=new Xe,cn=class extends ml{constructor(e=50,t=1,n=.1,i=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=e,this.zoom=1,this.near=n,this.far=i,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=Xr*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(ja*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return Xr*2*Math.atan(Math.tan(ja*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,n){mr.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(mr.x,mr.y).multiplyScalar(-e/mr.z),mr.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(mr.x,mr.y).multiplyScalar(-e/mr.z)}getViewSize(e,t){return this.getViewBounds(e,y0,x0),t.subVectors(x0,y0)}setViewOffset(e,t,n,i,r,o){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=i,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(ja*.5*this.fov)/this.zoom,n=2*t,i=this.aspect*n,r=-.5*i,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*i/l,t-=o.offsetY*n/c,i*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=e*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+i,t,t-n,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.object.filmOffset=this.filmOffset,t}},tf=class extends ia{constructor(){super(new cn(50,1,.5,500)),this.isSpotLightShadow=!0,this.focus=1,this.aspect=1}updateMatrices(e){let t=this.camera,n=Xr*2*e.angle*this.focus,i=this.mapSize.width/this.mapSize.height*this.aspect,r=e.distance||t.far;(n!==t.fov||i!==t.aspect||r!==t.far)&&(t.fov=n,t.aspect=i,t.far=r,t.updateProjectionMatrix()),super.updateMatrices(e)}copy(e){return super.copy(e),this.focus=e.focus,this.aspect=e.aspect,this}toJSON(){let e=super.toJSON();return e.focus=this.focus,e.aspect=this.aspect,e}},Zr=class extends Mr{constructor(e,t,n=0,i=Math.PI/3,r=0,o=2){super(e,t),this.isSpotLight=!0,this.type="SpotLight",this.position.copy(Gt.DEFAULT_UP),this.updateMatrix(),this.target=new Gt,this.distance=n,this.angle=i,this.penumbra=r,this.decay=o,this.map=null,this.shadow=new tf}get power(){return this.intensity*Math.PI}set power(e){this.intensity=e/Math.PI}dispose(){super.dispose(),this.shadow.dispose()}copy(e,t){return super.copy(e,t),this.distance=e.distance,this.angle=e.angle,this.penumbra=e.penumbra,this.decay=e.decay,this.target=e.target.clone(),this.map=e.map,this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.distance=this.distance,t.object.angle=this.angle,t.object.decay=this.decay,t.object.penumbra=this.penumbra,t.object.target=this.target.uuid,this.map&&this.map.isTexture&&(t.object.map=this.map.toJSON(e).uuid),t.object.shadow=this.shadow.toJSON(),t}},nf=class extends ia{constructor(){super(new cn(90,1,.5,500)),this.isPointLightShadow=!0}},Jr=class extends Mr{constructor(e,t,n=0,i=2){super(e,t),this.isPointLight=!0,this.type="PointLight",this.distance=n,this.decay=i,this.shadow=new nf}get power(){return this.intensity*4*Math.PI}set power(e){this.intensity=e/(4*Math.PI)}dispose(){super.dispose(),this.shadow.dispose()}copy(e,t){return super.copy(e,t),this.distance=e.distance,this.decay=e.decay,this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.distance=this.distance,t.object.decay=this.decay,t.object.shadow=this.shadow.toJSON(),t}},Qs=class extends ml{constructor(e=-1,t=1,n=1,i=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=n,this.bottom=i,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,n,i,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=i,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,i=(this.top+this.bottom)/2,r=n-e,o=n+e,a=i+t,l=i-t;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}},sf=class extends ia{constructor(){super(new Qs(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},er=class extends Mr{constructor(e,t){super(e,t),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(Gt.DEFAULT_UP),this.updateMatrix(),this.target=new Gt,this.shadow=new sf}dispose(){super.dispose(),this.shadow.dispose()}copy(e){return super.copy(e),this.target=e.target.clone(),this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.shadow=this.shadow.toJSON(),t.object.target=this.target.uuid,t}},gl=class extends Mr{constructor(e,t){super(e,t),this.isAmbientLight=!0,this.type="AmbientLight"}};var Fi=class{static extractUrlBase(e){let t=e.lastIndexOf("/");return t===-1?"./":e.slice(0,t+1)}static resolveURL(e,t){return typeof e!="string"||e===""?"":(/^https?:\/\//i.test(t)&&/^\//.test(e)&&(t=t.replace(/(^https?:\/\/[^\/]+).*/i,"$1")),/^(https?:)?\/\//i.test(e)||/^data:.*,.*$/i.test(e)||/^blob:.*$/i.test(e)?e:t+e)}};var Wd=new WeakMap,_l=class extends Ln{constructor(e){super(e),this.isImageBitmapLoader=!0,typeof createImageBitmap>"u"&&Ye("ImageBitmapLoader: createImageBitmap() not supported."),typeof fetch>"u"&&Ye("ImageBitmapLoader: fetch() not supported."),this.options={premultiplyAlpha:"none"},this._abortController=new AbortController}setOptions(e){return this.options=e,this}load(e,t,n,i){e===void 0&&(e=""),this.path!==void 0&&(e=this.path+e),e=this.manager.resolveURL(e);let r=this,o=vs.get(`image-bitmap:${e}`);if(o!==void 0){if(r.manager.itemStart(e),o.then){o.then(c=>{Wd.has(o)===!0?(i&&i(Wd.get(o)),r.manager.itemError(e),r.manager.itemEnd(e)):(t&&t(c),r.manager.itemEnd(e))});return}setTimeout(function(){t&&t(o),r.manager.itemEnd(e)},0);return}let a={};a.credentials=this.withCredentials||this.crossOrigin!=="anonymous"?"include":"same-origin",a.headers=this.requestHeader,a.priority=this.priority,a.cache=this.cache,a.signal=typeof AbortSignal.any=="function"?AbortSignal.any([this._abortController.signal,this.manager.abortController.signal]):this._abortController.signal;let l=fetch(e,a).then(function(c){return c.blob()}).then(function(c){return createImageBitmap(c,Object.assign({},r.options,{colorSpaceConversion:"none"}))}).then(function(c){return vs.add(`image-bitmap:${e}`,c),t&&t(c),r.manager.itemEnd(e),c}).catch(function(c){i&&i(c),Wd.set(l,c),vs.remove(`image-bitmap:${e}`),r.manager.itemError(e),r.manager.itemEnd(e)});vs.add(`image-bitmap:${e}`,l),r.manager.itemStart(e)}abort(){return this._abortController.abort(),this._abortController=new AbortController,this}};var zo=-90,Vo=1,sa=class extends Gt{constructor(e,t,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let i=new cn(zo,Vo,e,t);i.layers=this.layers,this.add(i);let r=new cn(zo,Vo,e,t);r.layers=this.layers,this.add(r);let o=new cn(zo,Vo,e,t);o.layers=this.layers,this.add(o);let a=new cn(zo,Vo,e,t);a.layers=this.layers,this.add(a);let l=new cn(zo,Vo,e,t);l.layers=this.layers,this.add(l);let c=new cn(zo,Vo,e,t);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),[n,i,r,o,a,l]=t;for(let c of t)this.remove(c);if(e===Gi)n.up.set(0,1,0),n.lookAt(1,0,0),i.up.set(0,1,0),i.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(e===Xo)n.up.set(0,-1,0),n.lookAt(-1,0,0),i.up.set(0,-1,0),i.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+e);for(let c of t)this.add(c),c.updateMatrixWorld()}update(e,t){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:i}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,u=e.getRenderTarget(),d=e.getActiveCubeFace(),f=e.getActiveMipmapLevel(),p=e.xr.enabled;e.xr.enabled=!1;let _=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let m=!1;e.isWebGLRenderer===!0?m=e.state.buffers.depth.getReversed():m=e.reversedDepthBuffer,e.setRenderTarget(n,0,i),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,r),e.setRenderTarget(n,1,i),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(n,2,i),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,a),e.setRenderTarget(n,3,i),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),e.setRenderTarget(n,4,i),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,c),n.texture.mipmapsAutoUpdate=_,e.setRenderTarget(n,5,i),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,h),e.setRenderTarget(u,d,f),e.xr.enabled=p,n.texture.needsPMREMUpdate=!0}},mh=class extends cn{constructor(e=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=e,this.perCameraFrustumCulled=!1}};var kf="\\[\\]\\.:\\/",Gb=new RegExp("["+kf+"]","g"),zf="[^"+kf+"]",Wb="[^"+kf.replace("\\.","")+"]",Xb=/((?:WC+[\/:])*)/.source.replace("WC",zf),qb=/(WCOD+)?/.source.replace("WCOD",Wb),Yb=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",zf),jb=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",zf),Kb=new RegExp("^"+Xb+qb+Yb+jb+"$"),Zb=["material","materials","bones","map"],rf=class{constructor(e,t,n){let i=n||Vt.parseTrackName(t);this._targetGroup=e,this._bindings=e.subscribe_(t,i)}getValue(e,t){this.bind();let n=this._targetGroup.nCachedObjects_,i=this._bindings[n];i!==void 0&&i.getValue(e,t)}setValue(e,t){let n=this._bindings;for(let i=this._targetGroup.nCachedObjects_,r=n.length;i!==r;++i)n[i].setValue(e,t)}bind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].bind()}unbind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].unbind()}},Vt=class s{constructor(e,t,n){this.path=t,this.parsedPath=n||s.parseTrackName(t),this.node=s.findNode(e,this.parsedPath.nodeName),this.rootNode=e,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(e,t,n){return e&&e.isAnimationObjectGroup?new s.Composite(e,t,n):new s(e,t,n)}static sanitizeNodeName(e){return e.replace(/\s/g,"_").replace(Gb,"")}static parseTrackName(e){let t=Kb.exec(e);if(t===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+e);let n={nodeName:t[2],objectName:t[3],objectIndex:t[4],propertyName:t[5],propertyIndex:t[6]},i=n.nodeName&&n.nodeName.lastIndexOf(".");if(i!==void 0&&i!==-1){let r=n.nodeName.substring(i+1);Zb.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,i),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+e);return n}static findNode(e,t){if(t===void 0||t===""||t==="."||t===-1||t===e.name||t===e.uuid)return e;if(e.skeleton){let n=e.skeleton.getBoneByName(t);if(n!==void 0)return n}if(e.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===t||a.uuid===t)return a;let l=n(a.children);if(l)return l}return null},i=n(e.children);if(i)return i}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(e,t){e[t]=this.targetObject[this.propertyName]}_getValue_array(e,t){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)e[t++]=n[i]}_getValue_arrayElement(e,t){e[t]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(e,t){this.resolvedProperty.toArray(e,t)}_setValue_direct(e,t){this.targetObject[this.propertyName]=e[t]}_setValue_direct_setNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(e,t){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)n[i]=e[t++]}_setValue_array_setNeedsUpdate(e,t){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)n[i]=e[t++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(e,t){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)n[i]=e[t++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(e,t){this.resolvedProperty[this.propertyIndex]=e[t]}_setValue_arrayElement_setNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(e,t){this.resolvedProperty.fromArray(e,t)}_setValue_fromArray_setNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(e,t){this.bind(),this.getValue(e,t)}_setValue_unbound(e,t){this.bind(),this.setValue(e,t)}bind(){let e=this.node,t=this.parsedPath,n=t.objectName,i=t.propertyName,r=t.propertyIndex;if(e||(e=s.findNode(this.rootNode,t.nodeName),this.node=e),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!e){Ye("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=t.objectIndex;switch(n){case"materials":if(!e.material){Qe("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.materials){Qe("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}e=e.material.materials;break;case"bones":if(!e.skeleton){Qe("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}e=e.skeleton.bones;for(let h=0;h<e.length;h++)if(e[h].name===c){c=h;break}break;case"map":if("map"in e){e=e.map;break}if(!e.material){Qe("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.map){Qe("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}e=e.material.map;break;default:if(e[n]===void 0){Qe("PropertyBinding: Can not bind to objectName of node undefined.",this);return}e=e[n]}if(c!==void 0){if(e[c]===void 0){Qe("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,e);return}e=e[c]}}let o=e[i];if(o===void 0){let c=t.nodeName;Qe("PropertyBinding: Trying to update property for track: "+c+"."+i+" but it wasn't found.",e);return}let a=this.Versioning.None;this.targetObject=e,e.isMaterial===!0?a=this.Versioning.NeedsUpdate:e.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(i==="morphTargetInfluences"){if(!e.geometry){Qe("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!e.geometry.morphAttributes){Qe("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}e.morphTargetDictionary[r]!==void 0&&(r=e.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=i;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};Vt.Composite=rf;Vt.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};Vt.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};Vt.prototype.GetterByBindingType=[Vt.prototype._getValue_direct,Vt.prototype._getValue_array,Vt.prototype._getValue_arrayElement,Vt.prototype._getValue_toArray];Vt.prototype.SetterByBindingTypeAndVersioning=[[Vt.prototype._setValue_direct,Vt.prototype._setValue_direct_setNeedsUpdate,Vt.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[Vt.prototype._setValue_array,Vt.prototype._setValue_array_setNeedsUpdate,Vt.prototype._setValue_array_setMatrixWorldNeedsUpdate],[Vt.prototype._setValue_arrayElement,Vt.prototype._setValue_arrayElement_setNeedsUpdate,Vt.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[Vt.prototype._setValue_fromArray,Vt.prototype._setValue_fromArray_setNeedsUpdate,Vt.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var jA=new Float32Array(1);var v0=new Ge,yl=class{constructor(e,t,n=0,i=1/0){this.ray=new bs(e,t),this.near=n,this.far=i,this.camera=null,this.layers=new Ko,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(e,t){this.ray.set(e,t)}setFromCamera(e,t){t.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(e.x,e.y,.5).unproject(t).sub(this.ray.origin).normalize(),this.camera=t):t.isOrthographicCamera?(this.ray.origin.set(e.x,e.y,t.projectionMatrix.elements[14]).unproject(t),this.ray.direction.set(0,0,-1).transformDirection(t.matrixWorld),this.camera=t):Qe("Raycaster: Unsupported camera type: "+t.type)}setFromXRController(e){return v0.identity().extractRotation(e.matrixWorld),this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(v0),this}intersectObject(e,t=!0,n=[]){return of(e,this,n,t),n.sort(b0),n}intersectObjects(e,t=!0,n=[]){for(let i=0,r=e.length;i<r;i++)of(e[i],this,n,t);return n.sort(b0),n}};function b0(s,e){return s.distance-e.distance}function of(s,e,t,n){let i=!0;if(s.layers.test(e.layers)&&s.raycast(e,t)===!1&&(i=!1),i===!0&&n===!0){let r=s.children;for(let o=0,a=r.length;o<a;o++)of(r[o],e,t,!0)}}var ra=class{constructor(e=1,t=0,n=0){this.radius=e,this.phi=t,this.theta=n}set(e,t,n){return this.radius=e,this.phi=t,this.theta=n,this}copy(e){return this.radius=e.radius,this.phi=e.phi,this.theta=e.theta,this}makeSafe(){return this.phi=pt(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(e){return this.setFromCartesianCoords(e.x,e.y,e.z)}setFromCartesianCoords(e,t,n){return this.radius=Math.sqrt(e*e+t*t+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(e,n),this.phi=Math.acos(pt(t/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var af=class{static{this.prototype.isMatrix2=!0}constructor(e,t,n,i){this.elements=[1,0,0,1],e!==void 0&&this.set(e,t,n,i)}identity(){return this.set(1,0,0,1),this}fromArray(e,t=0){for(let n=0;n<4;n++)this.elements[n]=e[n+t];return this}set(e,t,n,i){let r=this.elements;return r[0]=e,r[2]=t,r[1]=n,r[3]=i,this}};var xl=class extends Xi{constructor(e=10,t=10,n=4473924,i=8947848){n=new Oe(n),i=new Oe(i);let r=t/2,o=e/t,a=e/2,l=[],c=[];for(let d=0,f=0,p=-a;d<=t;d++,p+=o){l.push(-a,0,p,a,0,p),l.push(p,0,-a,p,0,a);let _=d===r?n:i;_.toArray(c,f),f+=3,_.toArray(c,f),f+=3,_.toArray(c,f),f+=3,_.toArray(c,f),f+=3}let h=new Ut;h.setAttribute("position",new ct(l,3)),h.setAttribute("color",new ct(c,3));let u=new Gn({vertexColors:!0,toneMapped:!1});super(h,u),this.type="GridHelper"}dispose(){super.dispose(),this.geometry.dispose(),this.material.dispose()}};var S0=new V,Wc,Xd,vl=class extends Gt{constructor(e=new V(0,0,1),t=new V(0,0,0),n=1,i=16776960,r=n*.2,o=r*.2){super(),this.type="ArrowHelper",Wc===void 0&&(Wc=new Ut,Wc.setAttribute("position",new ct([0,0,0,0,1,0],3)),Xd=new Qo(.5,1,5,1),Xd.translate(0,-.5,0)),this.position.copy(t),this.line=new Wi(Wc,new Gn({color:i,toneMapped:!1})),this.line.matrixAutoUpdate=!1,this.add(this.line),this.cone=new Mt(Xd,new Yn({color:i,toneMapped:!1})),this.cone.matrixAutoUpdate=!1,this.add(this.cone),this.setDirection(e),this.setLength(n,r,o)}setDirection(e){if(e.y>.99999)this.quaternion.set(0,0,0,1);else if(e.y<-.99999)this.quaternion.set(1,0,0,0);else{S0.set(e.z,0,-e.x).normalize();let t=Math.acos(e.y);this.quaternion.setFromAxisAngle(S0,t)}}setLength(e,t=e*.2,n=t*.2){this.line.scale.set(1,Math.max(1e-4,e-t),1),this.line.updateMatrix(),this.cone.scale.set(n,t,n),this.cone.position.y=e,this.cone.updateMatrix()}setColor(e){this.line.material.color.set(e),this.cone.material.color.set(e)}copy(e){return super.copy(e,!1),this.line.copy(e.line),this.cone.copy(e.cone),this}dispose(){super.dispose(),this.line.geometry.dispose(),this.line.material.dispose(),this.cone.geometry.dispose(),this.cone.material.dispose()}},bl=class extends Xi{constructor(e=1){let t=[0,0,0,e,0,0,0,0,0,0,e,0,0,0,0,0,0,e],n=[1,0,0,1,.6,0,0,1,0,.6,1,0,0,0,1,0,.6,1],i=new Ut;i.setAttribute("position",new ct(t,3)),i.setAttribute("color",new ct(n,3));let r=new Gn({vertexColors:!0,toneMapped:!1});super(i,r),this.type="AxesHelper"}setColors(e,t,n){let i=new Oe,r=this.geometry.attributes.color.array;return i.set(e),i.toArray(r,0),i.toArray(r,3),i.set(t),i.toArray(r,6),i.toArray(r,9),i.set(n),i.toArray(r,12),i.toArray(r,15),this.geometry.attributes.color.needsUpdate=!0,this}dispose(){super.dispose(),this.geometry.dispose(),this.material.dispose()}};var Sl=class extends os{constructor(e,t=null){super(),this.object=e,this.domElement=t,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(e){this.domElement!==null&&this.disconnect(),this.domElement=e}disconnect(){}dispose(){}update(){}};function Vf(s,e,t,n){let i=Jb(n);switch(t){case Ef:return s*e;case Sh:return s*e/i.components*i.byteLength;case Mh:return s*e/i.components*i.byteLength;case Er:return s*e*2/i.components*i.byteLength;case wh:return s*e*2/i.components*i.byteLength;case Af:return s*e*3/i.components*i.byteLength;case ji:return s*e*4/i.components*i.byteLength;case Th:return s*e*4/i.components*i.byteLength;case Tl:case El:return Math.floor((s+3)/4)*Math.floor((e+3)/4)*8;case Al:case Rl:return Math.floor((s+3)/4)*Math.floor((e+3)/4)*16;case Ah:case Ch:return Math.max(s,16)*Math.max(e,8)/4;case Eh:case Rh:return Math.max(s,8)*Math.max(e,8)/2;case Ph:case Ih:case Nh:case Dh:return Math.floor((s+3)/4)*Math.floor((e+3)/4)*8;case Lh:case Cl:case Uh:return Math.floor((s+3)/4)*Math.floor((e+3)/4)*16;case Fh:return Math.floor((s+3)/4)*Math.floor((e+3)/4)*16;case Oh:return Math.floor((s+4)/5)*Math.floor((e+3)/4)*16;case Bh:return Math.floor((s+4)/5)*Math.floor((e+4)/5)*16;case kh:return Math.floor((s+5)/6)*Math.floor((e+4)/5)*16;case zh:return Math.floor((s+5)/6)*Math.floor((e+5)/6)*16;case Vh:return Math.floor((s+7)/8)*Math.floor((e+4)/5)*16;case Hh:return Math.floor((s+7)/8)*Math.floor((e+5)/6)*16;case Gh:return Math.floor((s+7)/8)*Math.floor((e+7)/8)*16;case Wh:return Math.floor((s+9)/10)*Math.floor((e+4)/5)*16;case Xh:return Math.floor((s+9)/10)*Math.floor((e+5)/6)*16;case qh:return Math.floor((s+9)/10)*Math.floor((e+7)/8)*16;case Yh:return Math.floor((s+9)/10)*Math.floor((e+9)/10)*16;case jh:return Math.floor((s+11)/12)*Math.floor((e+9)/10)*16;case Kh:return Math.floor((s+11)/12)*Math.floor((e+11)/12)*16;case Zh:case Jh:case $h:return Math.ceil(s/4)*Math.ceil(e/4)*16;case Qh:case eu:return Math.ceil(s/4)*Math.ceil(e/4)*8;case Pl:case tu:return Math.ceil(s/4)*Math.ceil(e/4)*16}throw new Error(`Unable to determine texture byte length for ${t} format.`)}function Jb(s){switch(s){case vi:case Sf:return{byteLength:1,components:1};case ha:case Mf:case cs:return{byteLength:2,components:1};case vh:case bh:return{byteLength:2,components:4};case ls:case xh:case Oi:return{byteLength:4,components:1};case wf:case Tf:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${s}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?Ye("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function D_(){let s=null,e=!1,t=null,n=null;function i(r,o){n=s.requestAnimationFrame(i),t(r,o)}return{start:function(){e!==!0&&t!==null&&s!==null&&(n=s.requestAnimationFrame(i),e=!0)},stop:function(){s!==null&&s.cancelAnimationFrame(n),e=!1},setAnimationLoop:function(r){t=r},setContext:function(r){s=r}}}function Qb(s){let e=new WeakMap;function t(a,l){let c=a.array,h=a.usage,u=c.byteLength,d=s.createBuffer();s.bindBuffer(l,d),s.bufferData(l,c,h),a.onUploadCallback();let f;if(c instanceof Float32Array)f=s.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)f=s.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?f=s.HALF_FLOAT:f=s.UNSIGNED_SHORT;else if(c instanceof Int16Array)f=s.SHORT;else if(c instanceof Uint32Array)f=s.UNSIGNED_INT;else if(c instanceof Int32Array)f=s.INT;else if(c instanceof Int8Array)f=s.BYTE;else if(c instanceof Uint8Array)f=s.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)f=s.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:d,type:f,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:u}}function n(a,l,c){let h=l.array,u=l.updateRanges;if(s.bindBuffer(c,a),u.length===0)s.bufferSubData(c,0,h);else{u.sort((f,p)=>f.start-p.start);let d=0;for(let f=1;f<u.length;f++){let p=u[d],_=u[f];_.start<=p.start+p.count+1?p.count=Math.max(p.count,_.start+_.count-p.start):(++d,u[d]=_)}u.length=d+1;for(let f=0,p=u.length;f<p;f++){let _=u[f];s.bufferSubData(c,_.start*h.BYTES_PER_ELEMENT,h,_.start,_.count)}l.clearUpdateRanges()}l.onUploadCallback()}function i(a){return a.isInterleavedBufferAttribute&&(a=a.data),e.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=e.get(a);l&&(s.deleteBuffer(l.buffer),e.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=e.get(a);(!h||h.version<a.version)&&e.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=e.get(a);if(c===void 0)e.set(a,t(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:i,remove:r,update:o}}var eS=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,tS=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,nS=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,iS=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,sS=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,rS=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,oS=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,aS=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,lS=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,cS=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,hS=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,uS=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,dS=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,fS=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,pS=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,mS=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,gS=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,_S=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,yS=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,xS=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,vS=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,bS=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,SS=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,MS=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,wS=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,TS=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,ES=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,AS=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,RS=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,CS="gl_FragColor = linearToOutputTexel( gl_FragColor );",PS=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,IS=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,LS=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,NS=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,DS=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,US=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,FS=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,OS=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,BS=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,kS=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,zS=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,VS=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,HS=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,GS=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,WS=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,XS=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,qS=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,YS=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,jS=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,KS=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,ZS=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,JS=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,$S=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,QS=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,eM=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,tM=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,nM=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,iM=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,sM=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,rM=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,oM=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,aM=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,lM=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,cM=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,hM=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,uM=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,dM=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,fM=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,pM=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,mM=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,gM=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,_M=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,yM=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,xM=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,vM=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,bM=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,SM=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,MM=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,wM=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,TM=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,EM=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,AM=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,RM=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,CM=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,PM=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,IM=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,LM=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,NM=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,DM=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,UM=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,FM=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,OM=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,BM=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,kM=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,zM=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,VM=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,HM=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,GM=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,WM=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,XM=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,qM=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,YM=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,jM=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,KM=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,ZM=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,JM=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,$M=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,QM=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,ew=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,tw=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,nw=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,iw=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,sw=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,rw=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,ow=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,aw=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,lw=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,cw=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,hw=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,uw=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,dw=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,fw=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,pw=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,mw=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,gw=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,_w=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,yw=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,xw=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,vw=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,bw=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,Sw=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Mw=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,ww=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Tw=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,Ew=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Aw=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,Rw=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,Cw=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,Pw=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,Iw=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,Lw=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,ft={alphahash_fragment:eS,alphahash_pars_fragment:tS,alphamap_fragment:nS,alphamap_pars_fragment:iS,alphatest_fragment:sS,alphatest_pars_fragment:rS,aomap_fragment:oS,aomap_pars_fragment:aS,batching_pars_vertex:lS,batching_vertex:cS,begin_vertex:hS,beginnormal_vertex:uS,bsdfs:dS,iridescence_fragment:fS,bumpmap_pars_fragment:pS,clipping_planes_fragment:mS,clipping_planes_pars_fragment:gS,clipping_planes_pars_vertex:_S,clipping_planes_vertex:yS,color_fragment:xS,color_pars_fragment:vS,color_pars_vertex:bS,color_vertex:SS,common:MS,defaultnormal_vertex:wS,displacementmap_pars_vertex:TS,displacementmap_vertex:ES,emissivemap_fragment:AS,emissivemap_pars_fragment:RS,colorspace_fragment:CS,colorspace_pars_fragment:PS,envmap_fragment:IS,envmap_common_pars_fragment:LS,envmap_pars_fragment:NS,envmap_pars_vertex:DS,envmap_physical_pars_fragment:XS,envmap_vertex:US,fog_vertex:FS,fog_pars_vertex:OS,fog_fragment:BS,fog_pars_fragment:kS,gradientmap_pars_fragment:zS,lightmap_pars_fragment:VS,lights_lambert_fragment:HS,lights_lambert_pars_fragment:GS,lights_pars_begin:WS,lights_toon_fragment:qS,lights_toon_pars_fragment:YS,lights_phong_fragment:jS,lights_phong_pars_fragment:KS,lights_physical_fragment:ZS,lights_physical_pars_fragment:JS,lights_fragment_begin:$S,lights_fragment_maps:QS,lights_fragment_end:eM,lightprobes_pars_fragment:tM,logdepthbuf_fragment:nM,logdepthbuf_pars_fragment:iM,logdepthbuf_pars_vertex:sM,logdepthbuf_vertex:rM,map_fragment:oM,map_pars_fragment:aM,map_particle_fragment:lM,map_particle_pars_fragment:cM,metalnessmap_fragment:hM,metalnessmap_pars_fragment:uM,morphinstance_vertex:dM,morphcolor_vertex:fM,morphnormal_vertex:pM,morphtarget_pars_vertex:mM,morphtarget_vertex:gM,normal_fragment_begin:_M,normal_fragment_maps:yM,normal_pars_fragment:xM,normal_pars_vertex:vM,normal_vertex:bM,normalmap_pars_fragment:SM,clearcoat_normal_fragment_begin:MM,clearcoat_normal_fragment_maps:wM,clearcoat_pars_fragment:TM,iridescence_pars_fragment:EM,opaque_fragment:AM,packing:RM,premultiplied_alpha_fragment:CM,project_vertex:PM,dithering_fragment:IM,dithering_pars_fragment:LM,roughnessmap_fragment:NM,roughnessmap_pars_fragment:DM,shadowmap_pars_fragment:UM,shadowmap_pars_vertex:FM,shadowmap_vertex:OM,shadowmask_pars_fragment:BM,skinbase_vertex:kM,skinning_pars_vertex:zM,skinning_vertex:VM,skinnormal_vertex:HM,specularmap_fragment:GM,specularmap_pars_fragment:WM,tonemapping_fragment:XM,tonemapping_pars_fragment:qM,transmission_fragment:YM,transmission_pars_fragment:jM,uv_pars_fragment:KM,uv_pars_vertex:ZM,uv_vertex:JM,worldpos_vertex:$M,background_vert:QM,background_frag:ew,backgroundCube_vert:tw,backgroundCube_frag:nw,cube_vert:iw,cube_frag:sw,depth_vert:rw,depth_frag:ow,distance_vert:aw,distance_frag:lw,equirect_vert:cw,equirect_frag:hw,linedashed_vert:uw,linedashed_frag:dw,meshbasic_vert:fw,meshbasic_frag:pw,meshlambert_vert:mw,meshlambert_frag:gw,meshmatcap_vert:_w,meshmatcap_frag:yw,meshnormal_vert:xw,meshnormal_frag:vw,meshphong_vert:bw,meshphong_frag:Sw,meshphysical_vert:Mw,meshphysical_frag:ww,meshtoon_vert:Tw,meshtoon_frag:Ew,points_vert:Aw,points_frag:Rw,shadow_vert:Cw,shadow_frag:Pw,sprite_vert:Iw,sprite_frag:Lw},Le={common:{diffuse:{value:new Oe(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new it},alphaMap:{value:null},alphaMapTransform:{value:new it},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new it}},envmap:{envMap:{value:null},envMapRotation:{value:new it},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new it}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new it}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new it},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new it},normalScale:{value:new Xe(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new it},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new it}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new it}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new it}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new Oe(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new Oe(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new it},alphaTest:{value:0},uvTransform:{value:new it}},sprite:{diffuse:{value:new Oe(16777215)},opacity:{value:1},center:{value:new Xe(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new it},alphaMap:{value:null},alphaMapTransform:{value:new it},alphaTest:{value:0}}},Rs={basic:{uniforms:ei([Le.common,Le.specularmap,Le.envmap,Le.aomap,Le.lightmap,Le.fog]),vertexShader:ft.meshbasic_vert,fragmentShader:ft.meshbasic_frag},lambert:{uniforms:ei([Le.common,Le.specularmap,Le.envmap,Le.aomap,Le.lightmap,Le.emissivemap,Le.bumpmap,Le.normalmap,Le.displacementmap,Le.fog,Le.lights,{emissive:{value:new Oe(0)},envMapIntensity:{value:1}}]),vertexShader:ft.meshlambert_vert,fragmentShader:ft.meshlambert_frag},phong:{uniforms:ei([Le.common,Le.specularmap,Le.envmap,Le.aomap,Le.lightmap,Le.emissivemap,Le.bumpmap,Le.normalmap,Le.displacementmap,Le.fog,Le.lights,{emissive:{value:new Oe(0)},specular:{value:new Oe(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:ft.meshphong_vert,fragmentShader:ft.meshphong_frag},standard:{uniforms:ei([Le.common,Le.envmap,Le.aomap,Le.lightmap,Le.emissivemap,Le.bumpmap,Le.normalmap,Le.displacementmap,Le.roughnessmap,Le.metalnessmap,Le.fog,Le.lights,{emissive:{value:new Oe(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:ft.meshphysical_vert,fragmentShader:ft.meshphysical_frag},toon:{uniforms:ei([Le.common,Le.aomap,Le.lightmap,Le.emissivemap,Le.bumpmap,Le.normalmap,Le.displacementmap,Le.gradientmap,Le.fog,Le.lights,{emissive:{value:new Oe(0)}}]),vertexShader:ft.meshtoon_vert,fragmentShader:ft.meshtoon_frag},matcap:{uniforms:ei([Le.common,Le.bumpmap,Le.normalmap,Le.displacementmap,Le.fog,{matcap:{value:null}}]),vertexShader:ft.meshmatcap_vert,fragmentShader:ft.meshmatcap_frag},points:{uniforms:ei([Le.points,Le.fog]),vertexShader:ft.points_vert,fragmentShader:ft.points_frag},dashed:{uniforms:ei([Le.common,Le.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:ft.linedashed_vert,fragmentShader:ft.linedashed_frag},depth:{uniforms:ei([Le.common,Le.displacementmap]),vertexShader:ft.depth_vert,fragmentShader:ft.depth_frag},normal:{uniforms:ei([Le.common,Le.bumpmap,Le.normalmap,Le.displacementmap,{opacity:{value:1}}]),vertexShader:ft.meshnormal_vert,fragmentShader:ft.meshnormal_frag},sprite:{uniforms:ei([Le.sprite,Le.fog]),vertexShader:ft.sprite_vert,fragmentShader:ft.sprite_frag},background:{uniforms:{uvTransform:{value:new it},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:ft.background_vert,fragmentShader:ft.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new it}},vertexShader:ft.backgroundCube_vert,fragmentShader:ft.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:ft.cube_vert,fragmentShader:ft.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:ft.equirect_vert,fragmentShader:ft.equirect_frag},distance:{uniforms:ei([Le.common,Le.displacementmap,{referencePosition:{value:new V},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:ft.distance_vert,fragmentShader:ft.distance_frag},shadow:{uniforms:ei([Le.lights,Le.fog,{color:{value:new Oe(0)},opacity:{value:1}}]),vertexShader:ft.shadow_vert,fragmentShader:ft.shadow_frag}};Rs.physical={uniforms:ei([Rs.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new it},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new it},clearcoatNormalScale:{value:new Xe(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new it},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new it},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new it},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new it},sheen:{value:0},sheenColor:{value:new Oe(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new it},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new it},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new it},transmissionSamplerSize:{value:new Xe},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new it},attenuationDistance:{value:0},attenuationColor:{value:new Oe(0)},specularColor:{value:new Oe(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new it},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new it},anisotropyVector:{value:new Xe},anisotropyMap:{value:null},anisotropyMapTransform:{value:new it}}]),vertexShader:ft.meshphysical_vert,fragmentShader:ft.meshphysical_frag};var su={r:0,b:0,g:0},Nw=new Ge,U_=new it;U_.set(-1,0,0,0,1,0,0,0,1);function Dw(s,e,t,n,i,r){let o=new Oe(0),a=i===!0?0:1,l,c,h=null,u=0,d=null;function f(x){let M=x.isScene===!0?x.background:null;if(M&&M.isTexture){let v=x.backgroundBlurriness>0;M=e.get(M,v)}return M}function p(x){let M=!1,v=f(x);v===null?m(o,a):v&&v.isColor&&(m(v,1),M=!0);let T=s.xr.getEnvironmentBlendMode();T==="additive"?t.buffers.color.setClear(0,0,0,1,r):T==="alpha-blend"&&t.buffers.color.setClear(0,0,0,0,r),(s.autoClear||M)&&(t.buffers.depth.setTest(!0),t.buffers.depth.setMask(!0),t.buffers.color.setMask(!0),s.clear(s.autoClearColor,s.autoClearDepth,s.autoClearStencil))}function _(x,M){let v=f(M);v&&v.isCubeTexture?(c===void 0&&(c=new Mt(new vr(1,1,1),new Ms({name:"BackgroundCubeMaterial",uniforms:io(Rs.backgroundCube.uniforms),vertexShader:Rs.backgroundCube.vertexShader,fragmentShader:Rs.backgroundCube.fragmentShader,side:pi,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(T,b,y){this.matrixWorld.copyPosition(y.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=v,c.material.uniforms.backgroundBlurriness.value=M.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=M.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(Nw.makeRotationFromEuler(M.backgroundRotation)).transpose(),v.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(U_),c.material.toneMapped=at.getTransfer(v.colorSpace)!==Pt,(h!==v||u!==v.version||d!==s.toneMapping)&&(c.material.needsUpdate=!0,h=v,u=v.version,d=s.toneMapping),c.layers.enableAll(),x.unshift(c,c.geometry,c.material,0,0,null)):v&&v.isTexture&&(l===void 0&&(l=new Mt(new hl(2,2),new Ms({name:"BackgroundMaterial",uniforms:io(Rs.background.uniforms),vertexShader:Rs.background.vertexShader,fragmentShader:Rs.background.fragmentShader,side:Yi,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=v,l.material.uniforms.backgroundIntensity.value=M.backgroundIntensity,l.material.toneMapped=at.getTransfer(v.colorSpace)!==Pt,v.matrixAutoUpdate===!0&&v.updateMatrix(),l.material.uniforms.uvTransform.value.copy(v.matrix),(h!==v||u!==v.version||d!==s.toneMapping)&&(l.material.needsUpdate=!0,h=v,u=v.version,d=s.toneMapping),l.layers.enableAll(),x.unshift(l,l.geometry,l.material,0,0,null))}function m(x,M){x.getRGB(su,Bf(s)),t.buffers.color.setClear(su.r,su.g,su.b,M,r)}function g(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(x,M=1){o.set(x),a=M,m(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(x){a=x,m(o,a)},render:p,addToRenderList:_,dispose:g}}function Uw(s,e){let t=s.getParameter(s.MAX_VERTEX_ATTRIBS),n={},i=d(null),r=i,o=!1;function a(C,U,k,L,B){let O=!1,G=u(C,L,k,U);r!==G&&(r=G,c(r.object)),O=f(C,L,k,B),O&&p(C,L,k,B),B!==null&&e.update(B,s.ELEMENT_ARRAY_BUFFER),(O||o)&&(o=!1,v(C,U,k,L),B!==null&&s.bindBuffer(s.ELEMENT_ARRAY_BUFFER,e.get(B).buffer))}function l(){return s.createVertexArray()}function c(C){return s.bindVertexArray(C)}function h(C){return s.deleteVertexArray(C)}function u(C,U,k,L){let B=L.wireframe===!0,O=n[U.id];O===void 0&&(O={},n[U.id]=O);let G=C.isInstancedMesh===!0?C.id:0,ne=O[G];ne===void 0&&(ne={},O[G]=ne);let Y=ne[k.id];Y===void 0&&(Y={},ne[k.id]=Y);let K=Y[B];return K===void 0&&(K=d(l()),Y[B]=K),K}function d(C){let U=[],k=[],L=[];for(let B=0;B<t;B++)U[B]=0,k[B]=0,L[B]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:U,enabledAttributes:k,attributeDivisors:L,object:C,attributes:{},index:null}}function f(C,U,k,L){let B=r.attributes,O=U.attributes,G=0,ne=k.getAttributes();for(let Y in ne)if(ne[Y].location>=0){let $=B[Y],le=O[Y];if(le===void 0&&(Y==="instanceMatrix"&&C.instanceMatrix&&(le=C.instanceMatrix),Y==="instanceColor"&&C.instanceColor&&(le=C.instanceColor)),$===void 0||$.attribute!==le||le&&$.data!==le.data)return!0;G++}return r.attributesNum!==G||r.index!==L}function p(C,U,k,L){let B={},O=U.attributes,G=0,ne=k.getAttributes();for(let Y in ne)if(ne[Y].location>=0){let $=O[Y];$===void 0&&(Y==="instanceMatrix"&&C.instanceMatrix&&($=C.instanceMatrix),Y==="instanceColor"&&C.instanceColor&&($=C.instanceColor));let le={};le.attribute=$,$&&$.data&&(le.data=$.data),B[Y]=le,G++}r.attributes=B,r.attributesNum=G,r.index=L}function _(){let C=r.newAttributes;for(let U=0,k=C.length;U<k;U++)C[U]=0}function m(C){g(C,0)}function g(C,U){let k=r.newAttributes,L=r.enabledAttributes,B=r.attributeDivisors;k[C]=1,L[C]===0&&(s.enableVertexAttribArray(C),L[C]=1),B[C]!==U&&(s.vertexAttribDivisor(C,U),B[C]=U)}function x(){let C=r.newAttributes,U=r.enabledAttributes;for(let k=0,L=U.length;k<L;k++)U[k]!==C[k]&&(s.disableVertexAttribArray(k),U[k]=0)}function M(C,U,k,L,B,O,G){G===!0?s.vertexAttribIPointer(C,U,k,B,O):s.vertexAttribPointer(C,U,k,L,B,O)}function v(C,U,k,L){_();let B=L.attributes,O=k.getAttributes(),G=U.defaultAttributeValues;for(let ne in O){let Y=O[ne];if(Y.location>=0){let K=B[ne];if(K===void 0&&(ne==="instanceMatrix"&&C.instanceMatrix&&(K=C.instanceMatrix),ne==="instanceColor"&&C.instanceColor&&(K=C.instanceColor)),K!==void 0){let $=K.normalized,le=K.itemSize,ie=e.get(K);if(ie===void 0)continue;let q=ie.buffer,se=ie.type,ee=ie.bytesPerElement,re=se===s.INT||se===s.UNSIGNED_INT||K.gpuType===xh;if(K.isInterleavedBufferAttribute){let pe=K.data,Ne=pe.isInterleavedBuffer===!0?pe.stride:pe.itemSize,je=K.offset;if(pe.isInstancedInterleavedBuffer||pe.isInstancedBufferAttribute){for(let Ue=0;Ue<Y.locationSize;Ue++)g(Y.location+Ue,pe.meshPerAttribute);C.isInstancedMesh!==!0&&L._maxInstanceCount===void 0&&(L._maxInstanceCount=pe.meshPerAttribute*pe.count)}else for(let Ue=0;Ue<Y.locationSize;Ue++)m(Y.location+Ue);s.bindBuffer(s.ARRAY_BUFFER,q);for(let Ue=0;Ue<Y.locationSize;Ue++)M(Y.location+Ue,le/Y.locationSize,se,$,Ne*ee,(je+le/Y.locationSize*Ue)*ee,re)}else{if(K.isInstancedBufferAttribute){for(let pe=0;pe<Y.locationSize;pe++)g(Y.location+pe,K.meshPerAttribute);C.isInstancedMesh!==!0&&L._maxInstanceCount===void 0&&(L._maxInstanceCount=K.meshPerAttribute*K.count)}else for(let pe=0;pe<Y.locationSize;pe++)m(Y.location+pe);s.bindBuffer(s.ARRAY_BUFFER,q);for(let pe=0;pe<Y.locationSize;pe++)M(Y.location+pe,le/Y.locationSize,se,$,le*ee,le/Y.locationSize*pe*ee,re)}}else if(G!==void 0){let $=G[ne];if($!==void 0)switch($.length){case 2:s.vertexAttrib2fv(Y.location,$);break;case 3:s.vertexAttrib3fv(Y.location,$);break;case 4:s.vertexAttrib4fv(Y.location,$);break;default:s.vertexAttrib1fv(Y.location,$)}}}}x()}function T(){I();for(let C in n){let U=n[C];for(let k in U){let L=U[k];for(let B in L){let O=L[B];for(let G in O)h(O[G].object),delete O[G];delete L[B]}}delete n[C]}}function b(C){if(n[C.id]===void 0)return;let U=n[C.id];for(let k in U){let L=U[k];for(let B in L){let O=L[B];for(let G in O)h(O[G].object),delete O[G];delete L[B]}}delete n[C.id]}function y(C){for(let U in n){let k=n[U];for(let L in k){let B=k[L];if(B[C.id]===void 0)continue;let O=B[C.id];for(let G in O)h(O[G].object),delete O[G];delete B[C.id]}}}function w(C){for(let U in n){let k=n[U],L=C.isInstancedMesh===!0?C.id:0,B=k[L];if(B!==void 0){for(let O in B){let G=B[O];for(let ne in G)h(G[ne].object),delete G[ne];delete B[O]}delete k[L],Object.keys(k).length===0&&delete n[U]}}}function I(){P(),o=!0,r!==i&&(r=i,c(r.object))}function P(){i.geometry=null,i.program=null,i.wireframe=!1}return{setup:a,reset:I,resetDefaultState:P,dispose:T,releaseStatesOfGeometry:b,releaseStatesOfObject:w,releaseStatesOfProgram:y,initAttributes:_,enableAttribute:m,disableUnusedAttributes:x}}function Fw(s,e,t){let n;function i(l){n=l}function r(l,c){s.drawArrays(n,l,c),t.update(c,n,1)}function o(l,c,h){h!==0&&(s.drawArraysInstanced(n,l,c,h),t.update(c,n,h))}function a(l,c,h){if(h===0)return;e.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,h);let d=0;for(let f=0;f<h;f++)d+=c[f];t.update(d,n,1)}this.setMode=i,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function Ow(s,e,t,n){let i;function r(){if(i!==void 0)return i;if(e.has("EXT_texture_filter_anisotropic")===!0){let y=e.get("EXT_texture_filter_anisotropic");i=s.getParameter(y.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else i=0;return i}function o(y){return!(y!==ji&&n.convert(y)!==s.getParameter(s.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(y){let w=y===cs&&(e.has("EXT_color_buffer_half_float")||e.has("EXT_color_buffer_float"));return!(y!==vi&&y!==Oi&&!w&&n.convert(y)!==s.getParameter(s.IMPLEMENTATION_COLOR_READ_TYPE))}function l(y){if(y==="highp"){if(s.getShaderPrecisionFormat(s.VERTEX_SHADER,s.HIGH_FLOAT).precision>0&&s.getShaderPrecisionFormat(s.FRAGMENT_SHADER,s.HIGH_FLOAT).precision>0)return"highp";y="mediump"}return y==="mediump"&&s.getShaderPrecisionFormat(s.VERTEX_SHADER,s.MEDIUM_FLOAT).precision>0&&s.getShaderPrecisionFormat(s.FRAGMENT_SHADER,s.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=t.precision!==void 0?t.precision:"highp",h=l(c);h!==c&&(Ye("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let u=t.reversedDepthBuffer===!0&&e.has("EXT_clip_control"),d=t.logarithmicDepthBuffer===!0&&u===!1;t.reversedDepthBuffer===!0&&u===!1&&Ye("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),t.logarithmicDepthBuffer===!0&&u===!0&&Ye("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let f=s.getParameter(s.MAX_TEXTURE_IMAGE_UNITS),p=s.getParameter(s.MAX_VERTEX_TEXTURE_IMAGE_UNITS),_=s.getParameter(s.MAX_TEXTURE_SIZE),m=s.getParameter(s.MAX_CUBE_MAP_TEXTURE_SIZE),g=s.getParameter(s.MAX_VERTEX_ATTRIBS),x=s.getParameter(s.MAX_VERTEX_UNIFORM_VECTORS),M=s.getParameter(s.MAX_VARYING_VECTORS),v=s.getParameter(s.MAX_FRAGMENT_UNIFORM_VECTORS),T=s.getParameter(s.MAX_SAMPLES),b=s.getParameter(s.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:d,reversedDepthBuffer:u,maxTextures:f,maxVertexTextures:p,maxTextureSize:_,maxCubemapSize:m,maxAttributes:g,maxVertexUniforms:x,maxVaryings:M,maxFragmentUniforms:v,maxSamples:T,samples:b}}function Bw(s){let e=this,t=null,n=0,i=!1,r=!1,o=new hi,a=new it,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(u,d){let f=u.length!==0||d||n!==0||i;return i=d,n=u.length,f},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(u,d){t=h(u,d,0)},this.setState=function(u,d,f){let p=u.clippingPlanes,_=u.clipIntersection,m=u.clipShadows,g=s.get(u);if(!i||p===null||p.length===0||r&&!m)r?h(null):c();else{let x=r?0:n,M=x*4,v=g.clippingState||null;l.value=v,v=h(p,d,M,f);for(let T=0;T!==M;++T)v[T]=t[T];g.clippingState=v,this.numIntersection=_?this.numPlanes:0,this.numPlanes+=x}};function c(){l.value!==t&&(l.value=t,l.needsUpdate=n>0),e.numPlanes=n,e.numIntersection=0}function h(u,d,f,p){let _=u!==null?u.length:0,m=null;if(_!==0){if(m=l.value,p!==!0||m===null){let g=f+_*4,x=d.matrixWorldInverse;a.getNormalMatrix(x),(m===null||m.length<g)&&(m=new Float32Array(g));for(let M=0,v=f;M!==_;++M,v+=4)o.copy(u[M]).applyMatrix4(x,a),o.normal.toArray(m,v),m[v+3]=o.constant}l.value=m,l.needsUpdate=!0}return e.numPlanes=_,e.numIntersection=0,m}}var Dl=class extends Ni{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let n={width:e,height:e,depth:1},i=[n,n,n,n,n,n];this.texture=new sl(i),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},i=new vr(5,5,5),r=new Ms({name:"CubemapFromEquirect",uniforms:io(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:pi,blending:$r});r.uniforms.tEquirect.value=t;let o=new Mt(i,r),a=t.minFilter;return t.minFilter===mi&&(t.minFilter=hn),new sa(1,10,this).update(e,o),t.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(e,t=!0,n=!0,i=!0){let r=e.getRenderTarget();for(let o=0;o<6;o++)e.setRenderTarget(this,o),e.clear(t,n,i);e.setRenderTarget(r)}},f_=256,kw=3,zw=20,F_=256,O_=16,Vw=3,Hw=new V,Gw=new Oe,ou=class s{constructor(e){this._renderer=e,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new sa(1,10,null),this._boxMesh=new Mt(new vr(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(e,t=0,n=.1,i=100,r={}){let{size:o=256,position:a=Hw}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),h=this._getSourceTarget(!0);t>0&&(h.texture.mipmapsAutoUpdate=!1);let u=l.autoClear,d=l.autoClearColor,f=l.autoClearDepth,p=l.autoClearStencil,_=e.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,_===null&&(e.background=l.getClearColor(Gw));let m=new sa(n,i,h);return m.position.copy(a),m.update(l,e),l.autoClear=u,l.autoClearColor=d,l.autoClearDepth=f,l.autoClearStencil=p,e.background=_,t>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,t)),this._applyPMREM(c),c}fromEquirectangular(e,t=null){return this._fromTexture(e,t)}fromCubemap(e,t=null){return this._fromTexture(e,t)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=g_(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=m_(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(e,t){return t>0?1-Math.sqrt(1-e/t):0}_setSize(e){this._cubeSize=Math.max(f_,Uf(e))}_fromTexture(e,t){e.mapping===eo||e.mapping===la?this._setSize(e.image.length===0?f_:e.image[0].width||e.image[0].image.width):this._setSize(e.image.width/4);let n=t||this._allocateTarget();return this._textureToCubemap(e),this._applyPMREM(n),n}_allocateTarget(){let e=this._cubeSize,t=p_(e,!1,!1),n=Math.log2(e)-kw;for(let i=0;i<=n;i++)t.texture.mipmaps.push({width:e>>i,height:e>>i});return t.texture.name="PMREM",t.texture.isPMREMTexture=!0,t}_getSourceTarget(e=!1){let t=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==t||e&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=p_(t,!0,e)),this._sourceTarget}_compileMaterial(e){this._boxMesh.material=e,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(e,t,n){let i=this._boxMesh,r=this._cubeCamera;i.material=n,r.renderTarget=e,r.activeMipmapLevel=t;let o=e.width>>t;e.viewport.set(0,0,o,o),r.update(this._renderer,i),e.viewport.set(0,0,e.width,e.height)}_textureToCubemap(e){let t;e.mapping===eo||e.mapping===la?(this._cubemapMaterial===null&&(this._cubemapMaterial=g_()),t=this._cubemapMaterial,t.uniforms.flipEnvMap.value=e.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=m_()),t=this._equirectMaterial),t.uniforms.envMap.value=e,this._renderCube(this._getSourceTarget(),0,t)}_applyPMREM(e){this._ggxMaterial===null&&(this._ggxMaterial=Ww(),this._integrationMaterial=Xw());let t=this._cubeSize,n=e.texture.mipmaps.length-1,i=this._ggxMaterial.uniforms;i.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(t/O_);for(let o=0;o<=n;o++){let a=s.lodToRoughness(o,n);if(o>n-Vw)r.roughness.value=a,this._renderCube(e,o,this._integrationMaterial);else{let l=a>0?Math.log2(t)+.5*Math.log2(6/(F_*Math.pow(a,4)))+.5:0;i.roughness.value=a,i.lodBias.value=l,this._renderCube(e,o,this._ggxMaterial)}}}_blur(e,t){this._blurMaterial===null&&(this._blurMaterial=qw());let n=this._blurMaterial,i=n.uniforms,r=this._sourceTarget;i.sigma.value=Math.min(t,Math.PI)/Math.SQRT2,i.envMap.value=r.texture,this._renderCube(e,0,n),i.envMap.value=e.texture,this._renderCube(r,0,n)}};function p_(s,e,t){return new Dl(s,{minFilter:mi,generateMipmaps:e,type:cs,colorSpace:ui,depthBuffer:t})}function Ul(s,e,t){return new Ms({name:s,uniforms:e,vertexShader:ft.cube_vert,fragmentShader:t,side:pi,blending:$r,depthTest:!1,depthWrite:!1})}function Ww(){return Ul("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${F_}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function Xw(){return Ul("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:O_}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function qw(){return Ul("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${zw}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function m_(){return Ul("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function g_(){return Ul("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function Yw(s){let e=new WeakMap,t=new WeakMap,n=null;function i(d,f=!1){return d==null?null:f?o(d):r(d)}function r(d){if(d&&d.isTexture){let f=d.mapping;if(f===gh||f===_h)if(e.has(d)){let p=e.get(d).texture;return a(p,d.mapping)}else{let p=d.image;if(p&&p.height>0){let _=new Dl(p.height);return _.fromEquirectangularTexture(s,d),e.set(d,_),d.addEventListener("dispose",c),a(_.texture,d.mapping)}else return null}}return d}function o(d){if(d&&d.isTexture&&d.isPMREMTexture!==!0){let f=d.mapping,p=f===gh||f===_h,_=f===eo||f===la;if(p||_){let m=t.get(d),g=m!==void 0?m.texture.pmremVersion:0;if(d.isRenderTargetTexture&&d.pmremVersion!==g)return n===null&&(n=new ou(s)),m=p?n.fromEquirectangular(d,m):n.fromCubemap(d,m),m.texture.pmremVersion=d.pmremVersion,t.set(d,m),m.texture;if(m!==void 0)return m.texture;{let x=d.image;return p&&x&&x.height>0||_&&x&&l(x)?(n===null&&(n=new ou(s)),m=p?n.fromEquirectangular(d):n.fromCubemap(d),m.texture.pmremVersion=d.pmremVersion,t.set(d,m),d.addEventListener("dispose",h),m.texture):null}}}return d}function a(d,f){return f===gh?d.mapping=eo:f===_h&&(d.mapping=la),d}function l(d){let f=0,p=6;for(let _=0;_<p;_++)d[_]!==void 0&&f++;return f===p}function c(d){let f=d.target;f.removeEventListener("dispose",c);let p=e.get(f);p!==void 0&&(e.delete(f),p.dispose())}function h(d){let f=d.target;f.removeEventListener("dispose",h);let p=t.get(f);p!==void 0&&(t.delete(f),p.dispose())}function u(){e=new WeakMap,t=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:i,dispose:u}}function jw(s){let e={};function t(n){if(e[n]!==void 0)return e[n];let i=s.getExtension(n);return e[n]=i,i}return{has:function(n){return t(n)!==null},init:function(){t("EXT_color_buffer_float"),t("WEBGL_clip_cull_distance"),t("OES_texture_float_linear"),t("EXT_color_buffer_half_float"),t("WEBGL_multisampled_render_to_texture"),t("WEBGL_render_shared_exponent")},get:function(n){let i=t(n);return i===null&&Gr("WebGLRenderer: "+n+" extension not supported."),i}}}function Kw(s,e,t,n){let i={},r=new WeakMap,o=new FinalizationRegistry(p=>delete i[p]);function a(p){l(p.target)}function l(p){p.index!==null&&e.remove(p.index);for(let m in p.attributes)e.remove(p.attributes[m]);p.removeEventListener("dispose",a),delete i[p.id],o.unregister(p);let _=r.get(p);_&&(e.remove(_),r.delete(p)),n.releaseStatesOfGeometry(p),p.isInstancedBufferGeometry===!0&&delete p._maxInstanceCount,t.memory.geometries--}function c(p,_){return i[_.id]!==void 0||(_.addEventListener("dispose",a),i[_.id]=new WeakRef(_),o.register(_,_.id,_),t.memory.geometries++),_}function h(p){let _=p.attributes;for(let m in _)e.update(_[m],s.ARRAY_BUFFER)}function u(p){let _=p.index,m=p.attributes.position,g=0;if(m===void 0)return;let x=_!==null?_.array.length:m.array.length/3-1,M=m.count>=65535?tl:el,v=new M(Math.ceil(x/3)*6,1),T=v.array;if(_!==null){let y=_.array;g=_.version;for(let w=0,I=0;w<x;w+=3){let P=y[w+0],C=y[w+1],U=y[w+2];T[I++]=P,T[I++]=C,T[I++]=C,T[I++]=U,T[I++]=U,T[I++]=P}}else{g=m.version;for(let y=0,w=0;y<x;y+=3){let I=y+0,P=y+1,C=y+2;T[w++]=I,T[w++]=P,T[w++]=P,T[w++]=C,T[w++]=C,T[w++]=I}}v.version=g;let b=r.get(p);b&&e.remove(b),r.set(p,v)}function d(p){let _=r.get(p);if(_){let m=p.index;m!==null&&_.version<m.version&&u(p)}else u(p);return r.get(p)}function f(){for(let p in i){let _=i[p].deref();_!==void 0&&l(_)}}return{get:c,update:h,getWireframeAttribute:d,dispose:f}}function Zw(s,e,t){let n;function i(u){n=u}let r,o;function a(u){r=u.type,o=u.bytesPerElement}function l(u,d){s.drawElements(n,d,r,u*o),t.update(d,n,1)}function c(u,d,f){f!==0&&(s.drawElementsInstanced(n,d,r,u*o,f),t.update(d,n,f))}function h(u,d,f){if(f===0)return;e.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,d,0,r,u,0,f);let _=0;for(let m=0;m<f;m++)_+=d[m];t.update(_,n,1)}this.setMode=i,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function Jw(s){let e={geometries:0,textures:0},t={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(t.calls++,o){case s.TRIANGLES:t.triangles+=a*(r/3);break;case s.LINES:t.lines+=a*(r/2);break;case s.LINE_STRIP:t.lines+=a*(r-1);break;case s.LINE_LOOP:t.lines+=a*r;break;case s.POINTS:t.points+=a*r;break;default:Qe("WebGLInfo: Unknown draw mode:",o);break}}function i(){t.calls=0,t.triangles=0,t.points=0,t.lines=0}return{memory:e,render:t,programs:null,autoReset:!0,reset:i,update:n}}function $w(s,e,t){let n=new WeakMap,i=new Dt;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,u=h!==void 0?h.length:0,d=n.get(a);if(d===void 0||d.count!==u){let I=function(){y.dispose(),n.delete(a),a.removeEventListener("dispose",I)};d!==void 0&&d.texture.dispose();let f=a.morphAttributes.position!==void 0,p=a.morphAttributes.normal!==void 0,_=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],g=a.morphAttributes.normal||[],x=a.morphAttributes.color||[],M=0;f===!0&&(M=1),p===!0&&(M=2),_===!0&&(M=3);let v=a.attributes.position.count*M,T=1;v>e.maxTextureSize&&(T=Math.ceil(v/e.maxTextureSize),v=e.maxTextureSize);let b=new Float32Array(v*T*4*u),y=new Qa(b,v,T,u);y.type=Oi,y.needsUpdate=!0;let w=M*4;for(let P=0;P<u;P++){let C=m[P],U=g[P],k=x[P],L=v*T*4*P;for(let B=0;B<C.count;B++){let O=B*w;f===!0&&(i.fromBufferAttribute(C,B),b[L+O+0]=i.x,b[L+O+1]=i.y,b[L+O+2]=i.z,b[L+O+3]=0),p===!0&&(i.fromBufferAttribute(U,B),b[L+O+4]=i.x,b[L+O+5]=i.y,b[L+O+6]=i.z,b[L+O+7]=0),_===!0&&(i.fromBufferAttribute(k,B),b[L+O+8]=i.x,b[L+O+9]=i.y,b[L+O+10]=i.z,b[L+O+11]=k.itemSize===4?i.w:1)}}d={count:u,texture:y,size:new Xe(v,T)},n.set(a,d),a.addEventListener("dispose",I)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(s,"morphTexture",o.morphTexture,t);else{let f=0;for(let _=0;_<c.length;_++)f+=c[_];let p=a.morphTargetsRelative?1:1-f;l.getUniforms().setValue(s,"morphTargetBaseInfluence",p),l.getUniforms().setValue(s,"morphTargetInfluences",c)}l.getUniforms().setValue(s,"morphTargetsTexture",d.texture,t),l.getUniforms().setValue(s,"morphTargetsTextureSize",d.size)}return{update:r}}function Qw(s,e,t,n,i){let r=new WeakMap;function o(c){let h=i.render.frame,u=c.geometry,d=e.get(c,u);if(r.get(d)!==h&&(e.update(d),r.set(d,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(t.update(c.instanceMatrix,s.ARRAY_BUFFER),c.instanceColor!==null&&t.update(c.instanceColor,s.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let f=c.skeleton;r.get(f)!==h&&(f.update(),r.set(f,h))}return d}function a(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),n.releaseStatesOfObject(h),t.remove(h.instanceMatrix),h.instanceColor!==null&&t.remove(h.instanceColor)}return{update:o,dispose:a}}var eT={[pf]:"LINEAR_TONE_MAPPING",[mf]:"REINHARD_TONE_MAPPING",[gf]:"CINEON_TONE_MAPPING",[_f]:"ACES_FILMIC_TONE_MAPPING",[xf]:"AGX_TONE_MAPPING",[vf]:"NEUTRAL_TONE_MAPPING",[yf]:"CUSTOM_TONE_MAPPING"};function tT(s,e,t,n,i,r){let o=new Ni(e,t,{type:s,depthBuffer:i,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,h=new Ut;h.setAttribute("position",new ct([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new ct([0,2,0,0,2,0],2));let u=new oh({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),d=new Mt(h,u),f=new Qs(-1,1,1,-1,0,1),p=null,_=null,m=!1,g,x=null,M=[],v=!1;this.setSize=function(T,b){o.setSize(T,b),a!==null&&a.setSize(T,b),l!==null&&l.setSize(T,b);for(let y=0;y<M.length;y++){let w=M[y];w.setSize&&w.setSize(T,b)}},this.setEffects=function(T){M=T,v=M.length>0&&M[0].isRenderPass===!0;let b=o.width,y=o.height;M.length>0&&a===null&&(a=new Ni(b,y,{type:cs,depthBuffer:!1,stencilBuffer:!1}),l=new Ni(b,y,{type:cs,depthBuffer:!1,stencilBuffer:!1}));let w=i===!0&&M.some(I=>I.needsDepthTexture===!0);w!==(o.depthTexture!==null)&&(w===!0&&c===null&&(c=new js(b,y),r===!0&&(c.format=tr,c.type=no)),o.dispose(),o.depthTexture=w?c:null,o.resolveDepthBuffer=w,o.storeMultisampledDepthBuffer=w);for(let I=0;I<M.length;I++){let P=M[I];P.setSize&&P.setSize(b,y),w&&P.needsDepthTexture===!0&&P.setDepthTexture&&P.setDepthTexture(c)}},this.begin=function(T,b){if(m||T.toneMapping===Ts&&M.length===0)return!1;if(x=b,b!==null){let y=b.width,w=b.height;(o.width!==y||o.height!==w)&&this.setSize(y,w)}return v===!1&&T.setRenderTarget(o),g=T.toneMapping,T.toneMapping=Ts,!0},this.hasRenderPass=function(){return v},this.end=function(T,b){T.toneMapping=g,m=!0;let y=o,w=a;for(let I=0;I<M.length;I++){let P=M[I];P.enabled!==!1&&(P.render(T,w,y,b),P.needsSwap!==!1&&(y=w,w=w===a?l:a))}if(p!==T.outputColorSpace||_!==T.toneMapping){p=T.outputColorSpace,_=T.toneMapping,u.defines={},at.getTransfer(p)===Pt&&(u.defines.SRGB_TRANSFER="");let I=eT[_];I&&(u.defines[I]=""),u.needsUpdate=!0}u.uniforms.tDiffuse.value=y.texture,T.setRenderTarget(x),T.render(d,f),x=null,m=!1},this.isCompositing=function(){return m},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),h.dispose(),u.dispose()}}var B_=new Hn,k_=new js(1,1),z_=new rl(1),V_=new Qa,H_=new nh,G_=new sl,__=[],y_=[],x_=new Float32Array(16),v_=new Float32Array(9),b_=new Float32Array(4);function pa(s,e,t){let n=s[0];if(n<=0||n>0)return s;let i=e*t,r=__[i];if(r===void 0&&(r=new Float32Array(i),__[i]=r),e!==0){n.toArray(r,0);for(let o=1,a=0;o!==e;++o)a+=t,s[o].toArray(r,a)}return r}function Nn(s,e){if(s.length!==e.length)return!1;for(let t=0,n=s.length;t<n;t++)if(s[t]!==e[t])return!1;return!0}function Dn(s,e){for(let t=0,n=e.length;t<n;t++)s[t]=e[t]}function lu(s,e){let t=y_[e];t===void 0&&(t=new Int32Array(e),y_[e]=t);for(let n=0;n!==e;++n)t[n]=s.allocateTextureUnit();return t}function nT(s,e){let t=this.cache;t[0]!==e&&(s.uniform1f(this.addr,e),t[0]=e)}function iT(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(s.uniform2f(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(Nn(t,e))return;s.uniform2fv(this.addr,e),Dn(t,e)}}function sT(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(s.uniform3f(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else if(e.r!==void 0)(t[0]!==e.r||t[1]!==e.g||t[2]!==e.b)&&(s.uniform3f(this.addr,e.r,e.g,e.b),t[0]=e.r,t[1]=e.g,t[2]=e.b);else{if(Nn(t,e))return;s.uniform3fv(this.addr,e),Dn(t,e)}}function rT(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(s.uniform4f(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(Nn(t,e))return;s.uniform4fv(this.addr,e),Dn(t,e)}}function oT(s,e){let t=this.cache,n=e.elements;if(n===void 0){if(Nn(t,e))return;s.uniformMatrix2fv(this.addr,!1,e),Dn(t,e)}else{if(Nn(t,n))return;b_.set(n),s.uniformMatrix2fv(this.addr,!1,b_),Dn(t,n)}}function aT(s,e){let t=this.cache,n=e.elements;if(n===void 0){if(Nn(t,e))return;s.uniformMatrix3fv(this.addr,!1,e),Dn(t,e)}else{if(Nn(t,n))return;v_.set(n),s.uniformMatrix3fv(this.addr,!1,v_),Dn(t,n)}}function lT(s,e){let t=this.cache,n=e.elements;if(n===void 0){if(Nn(t,e))return;s.uniformMatrix4fv(this.addr,!1,e),Dn(t,e)}else{if(Nn(t,n))return;x_.set(n),s.uniformMatrix4fv(this.addr,!1,x_),Dn(t,n)}}function cT(s,e){let t=this.cache;t[0]!==e&&(s.uniform1i(this.addr,e),t[0]=e)}function hT(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(s.uniform2i(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(Nn(t,e))return;s.uniform2iv(this.addr,e),Dn(t,e)}}function uT(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(s.uniform3i(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(Nn(t,e))return;s.uniform3iv(this.addr,e),Dn(t,e)}}function dT(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(s.uniform4i(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(Nn(t,e))return;s.uniform4iv(this.addr,e),Dn(t,e)}}function fT(s,e){let t=this.cache;t[0]!==e&&(s.uniform1ui(this.addr,e),t[0]=e)}function pT(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(s.uniform2ui(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(Nn(t,e))return;s.uniform2uiv(this.addr,e),Dn(t,e)}}function mT(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(s.uniform3ui(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(Nn(t,e))return;s.uniform3uiv(this.addr,e),Dn(t,e)}}function gT(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(s.uniform4ui(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(Nn(t,e))return;s.uniform4uiv(this.addr,e),Dn(t,e)}}function cu(s){return s.version===0&&(s.compareFunction=If,s.needsUpdate=!0),s}function _T(s,e,t){let n=this.cache,i=t.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i);let r;this.type===s.SAMPLER_2D_SHADOW?r=cu(k_):r=B_,t.setTexture2D(e||r,i)}function yT(s,e,t){let n=this.cache,i=t.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i),t.setTexture3D(e||H_,i)}function xT(s,e,t){let n=this.cache,i=t.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i);let r;this.type===s.SAMPLER_CUBE_SHADOW?r=cu(z_):r=G_,t.setTextureCube(e||r,i)}function vT(s,e,t){let n=this.cache,i=t.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i),t.setTexture2DArray(e||V_,i)}function bT(s){switch(s){case 5126:return nT;case 35664:return iT;case 35665:return sT;case 35666:return rT;case 35674:return oT;case 35675:return aT;case 35676:return lT;case 5124:case 35670:return cT;case 35667:case 35671:return hT;case 35668:case 35672:return uT;case 35669:case 35673:return dT;case 5125:return fT;case 36294:return pT;case 36295:return mT;case 36296:return gT;case 35678:case 36198:case 36298:case 36306:case 35682:return _T;case 35679:case 36299:case 36307:return yT;case 35680:case 36300:case 36308:case 36293:return xT;case 36289:case 36303:case 36311:case 36292:return vT}}function ST(s,e){s.uniform1fv(this.addr,e)}function MT(s,e){let t=pa(e,this.size,2);s.uniform2fv(this.addr,t)}function wT(s,e){let t=pa(e,this.size,3);s.uniform3fv(this.addr,t)}function TT(s,e){let t=pa(e,this.size,4);s.uniform4fv(this.addr,t)}function ET(s,e){let t=pa(e,this.size,4);s.uniformMatrix2fv(this.addr,!1,t)}function AT(s,e){let t=pa(e,this.size,9);s.uniformMatrix3fv(this.addr,!1,t)}function RT(s,e){let t=pa(e,this.size,16);s.uniformMatrix4fv(this.addr,!1,t)}function CT(s,e){s.uniform1iv(this.addr,e)}function PT(s,e){s.uniform2iv(this.addr,e)}function IT(s,e){s.uniform3iv(this.addr,e)}function LT(s,e){s.uniform4iv(this.addr,e)}function NT(s,e){s.uniform1uiv(this.addr,e)}function DT(s,e){s.uniform2uiv(this.addr,e)}function UT(s,e){s.uniform3uiv(this.addr,e)}function FT(s,e){s.uniform4uiv(this.addr,e)}function OT(s,e,t){let n=this.cache,i=e.length,r=lu(t,i);Nn(n,r)||(s.uniform1iv(this.addr,r),Dn(n,r));let o;this.type===s.SAMPLER_2D_SHADOW?o=cu(k_):o=B_;for(let a=0;a!==i;++a)t.setTexture2D(e[a]||o,r[a])}function BT(s,e,t){let n=this.cache,i=e.length,r=lu(t,i);Nn(n,r)||(s.uniform1iv(this.addr,r),Dn(n,r));for(let o=0;o!==i;++o)t.setTexture3D(e[o]||H_,r[o])}function kT(s,e,t){let n=this.cache,i=e.length,r=lu(t,i);Nn(n,r)||(s.uniform1iv(this.addr,r),Dn(n,r));let o;this.type===s.SAMPLER_CUBE_SHADOW?o=cu(z_):o=G_;for(let a=0;a!==i;++a)t.setTextureCube(e[a]||o,r[a])}function zT(s,e,t){let n=this.cache,i=e.length,r=lu(t,i);Nn(n,r)||(s.uniform1iv(this.addr,r),Dn(n,r));for(let o=0;o!==i;++o)t.setTexture2DArray(e[o]||V_,r[o])}function VT(s){switch(s){case 5126:return ST;case 35664:return MT;case 35665:return wT;case 35666:return TT;case 35674:return ET;case 35675:return AT;case 35676:return RT;case 5124:case 35670:return CT;case 35667:case 35671:return PT;case 35668:case 35672:return IT;case 35669:case 35673:return LT;case 5125:return NT;case 36294:return DT;case 36295:return UT;case 36296:return FT;case 35678:case 36198:case 36298:case 36306:case 35682:return OT;case 35679:case 36299:case 36307:return BT;case 35680:case 36300:case 36308:case 36293:return kT;case 36289:case 36303:case 36311:case 36292:return zT}}var Wf=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.setValue=bT(t.type)}},Xf=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=VT(t.type)}},qf=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,n){let i=this.seq;for(let r=0,o=i.length;r!==o;++r){let a=i[r];a.setValue(e,t[a.id],n)}}},Hf=/(\w+)(\])?(\[|\.)?/g;function S_(s,e){s.seq.push(e),s.map[e.id]=e}function HT(s,e,t){let n=s.name,i=n.length;for(Hf.lastIndex=0;;){let r=Hf.exec(n),o=Hf.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===i){S_(t,c===void 0?new Wf(a,s,e):new Xf(a,s,e));break}else{let u=t.map[a];u===void 0&&(u=new qf(a),S_(t,u)),t=u}}}var fa=class{constructor(e,t){this.seq=[],this.map={};let n=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=e.getActiveUniform(t,o),l=e.getUniformLocation(t,a.name);HT(a,l,this)}let i=[],r=[];for(let o of this.seq)o.type===e.SAMPLER_2D_SHADOW||o.type===e.SAMPLER_CUBE_SHADOW||o.type===e.SAMPLER_2D_ARRAY_SHADOW?i.push(o):r.push(o);i.length>0&&(this.seq=i.concat(r))}setValue(e,t,n,i){let r=this.map[t];r!==void 0&&r.setValue(e,n,i)}setOptional(e,t,n){let i=t[n];i!==void 0&&this.setValue(e,n,i)}static upload(e,t,n,i){for(let r=0,o=t.length;r!==o;++r){let a=t[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(e,l.value,i)}}static seqWithValue(e,t){let n=[];for(let i=0,r=e.length;i!==r;++i){let o=e[i];o.id in t&&n.push(o)}return n}};function M_(s,e,t){let n=s.createShader(e);return s.shaderSource(n,t),s.compileShader(n),n}var GT=37297,WT=0;function XT(s,e){let t=s.split(`
`),n=[],i=Math.max(e-6,0),r=Math.min(e+6,t.length);for(let o=i;o<r;o++){let a=o+1;n.push(`${a===e?">":" "} ${a}: ${t[o]}`)}return n.join(`
`)}var w_=new it;function qT(s){at._getMatrix(w_,at.workingColorSpace,s);let e=`mat3( ${w_.elements.map(t=>t.toFixed(4))} )`;switch(at.getTransfer(s)){case Ja:return[e,"LinearTransferOETF"];case Pt:return[e,"sRGBTransferOETF"];default:return Ye("WebGLProgram: Unsupported color space: ",s),[e,"LinearTransferOETF"]}}function T_(s,e,t){let n=s.getShaderParameter(e,s.COMPILE_STATUS),r=(s.getShaderInfoLog(e)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return t.toUpperCase()+`

`+r+`

`+XT(s.getShaderSource(e),a)}else return r}function YT(s,e){let t=qT(e);return[`vec4 ${s}( vec4 value ) {`,`	return ${t[1]}( vec4( ${t[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var jT={[pf]:"Linear",[mf]:"Reinhard",[gf]:"Cineon",[_f]:"ACESFilmic",[xf]:"AgX",[vf]:"Neutral",[yf]:"Custom"};function KT(s,e){let t=jT[e];return t===void 0?(Ye("WebGLProgram: Unsupported toneMapping:",e),"vec3 "+s+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+s+"( vec3 color ) { return "+t+"ToneMapping( color ); }"}var ru=new V;function ZT(){at.getLuminanceCoefficients(ru);let s=ru.x.toFixed(4),e=ru.y.toFixed(4),t=ru.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${s}, ${e}, ${t} );`,"	return dot( weights, rgb );","}"].join(`
`)}function JT(s){return[s.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",s.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(Nl).join(`
`)}function $T(s){let e=[];for(let t in s){let n=s[t];n!==!1&&e.push("#define "+t+" "+n)}return e.join(`
`)}function QT(s,e){let t={},n=s.getProgramParameter(e,s.ACTIVE_ATTRIBUTES);for(let i=0;i<n;i++){let r=s.getActiveAttrib(e,i),o=r.name,a=1;r.type===s.FLOAT_MAT2&&(a=2),r.type===s.FLOAT_MAT3&&(a=3),r.type===s.FLOAT_MAT4&&(a=4),t[o]={type:r.type,location:s.getAttribLocation(e,o),locationSize:a}}return t}function Nl(s){return s!==""}function E_(s,e){let t=e.numSpotLightShadows+e.numSpotLightMaps-e.numSpotLightShadowsWithMaps;return s.replace(/NUM_SUN_LIGHTS/g,e.numSunLights).replace(/NUM_DIR_LIGHTS/g,e.numDirLights).replace(/NUM_SPOT_LIGHTS/g,e.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,e.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,t).replace(/NUM_RECT_AREA_LIGHTS/g,e.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,e.numPointLights).replace(/NUM_HEMI_LIGHTS/g,e.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,e.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,e.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,e.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,e.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,e.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,e.numLightProbeGrids)}function A_(s,e){return s.replace(/NUM_CLIPPING_PLANES/g,e.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,e.numClippingPlanes-e.numClipIntersection)}var eE=/^[ \t]*#include +<([\w\d./]+)>/gm;function Yf(s){return s.replace(eE,tE)}function tE(s,e){let t=ft[e];if(t===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+e+">");return Yf(t)}var nE=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function R_(s){return s.replace(nE,iE)}function iE(s,e,t,n){let i="";for(let r=parseInt(e);r<parseInt(t);r++)i+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return i}function C_(s){let e=`precision ${s.precision} float;
	precision ${s.precision} int;
	precision ${s.precision} sampler2D;
	precision ${s.precision} samplerCube;
	precision ${s.precision} sampler3D;
	precision ${s.precision} sampler2DArray;
	precision ${s.precision} sampler2DShadow;
	precision ${s.precision} samplerCubeShadow;
	precision ${s.precision} sampler2DArrayShadow;
	precision ${s.precision} isampler2D;
	precision ${s.precision} isampler3D;
	precision ${s.precision} isamplerCube;
	precision ${s.precision} isampler2DArray;
	precision ${s.precision} usampler2D;
	precision ${s.precision} usampler3D;
	precision ${s.precision} usamplerCube;
	precision ${s.precision} usampler2DArray;
	`;return s.precision==="highp"?e+=`
#define HIGH_PRECISION`:s.precision==="mediump"?e+=`
#define MEDIUM_PRECISION`:s.precision==="lowp"&&(e+=`
#define LOW_PRECISION`),e}var sE={[Ml]:"SHADOWMAP_TYPE_PCF",[oa]:"SHADOWMAP_TYPE_VSM"};function rE(s){return sE[s.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var oE={[la]:"ENVMAP_MODE_REFRACTION"};function aE(s){return s.envMap===!1?"ENVMAP_MODE_REFLECTION":oE[s.envMapMode]||"ENVMAP_MODE_REFLECTION"}var lE={[wl]:"ENVMAP_BLENDING_MULTIPLY",[W0]:"ENVMAP_BLENDING_MIX",[X0]:"ENVMAP_BLENDING_ADD"};function cE(s){return s.envMap===!1?"ENVMAP_BLENDING_NONE":lE[s.combine]||"ENVMAP_BLENDING_NONE"}function hE(s,e,t,n){let i=s.getContext(),r=t.defines,o=t.vertexShader,a=t.fragmentShader,l=rE(t),c=t.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=aE(t),u=cE(t),d=JT(t),f=$T(r),p=i.createProgram(),_,m,g=t.glslVersion?"#version "+t.glslVersion+`
`:"";t.isRawShaderMaterial?(_=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(Nl).join(`
`),_.length>0&&(_+=`
`),m=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(Nl).join(`
`),m.length>0&&(m+=`
`)):(_=[C_(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",t.batching?"#define USE_BATCHING":"",t.batchingColor?"#define USE_BATCHING_COLOR":"",t.instancing?"#define USE_INSTANCING":"",t.instancingColor?"#define USE_INSTANCING_COLOR":"",t.instancingMorph?"#define USE_INSTANCING_MORPH":"",t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.map?"#define USE_MAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+h:"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.displacementMap?"#define USE_DISPLACEMENTMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.mapUv?"#define MAP_UV "+t.mapUv:"",t.alphaMapUv?"#define ALPHAMAP_UV "+t.alphaMapUv:"",t.lightMapUv?"#define LIGHTMAP_UV "+t.lightMapUv:"",t.aoMapUv?"#define AOMAP_UV "+t.aoMapUv:"",t.emissiveMapUv?"#define EMISSIVEMAP_UV "+t.emissiveMapUv:"",t.bumpMapUv?"#define BUMPMAP_UV "+t.bumpMapUv:"",t.normalMapUv?"#define NORMALMAP_UV "+t.normalMapUv:"",t.displacementMapUv?"#define DISPLACEMENTMAP_UV "+t.displacementMapUv:"",t.metalnessMapUv?"#define METALNESSMAP_UV "+t.metalnessMapUv:"",t.roughnessMapUv?"#define ROUGHNESSMAP_UV "+t.roughnessMapUv:"",t.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+t.anisotropyMapUv:"",t.clearcoatMapUv?"#define CLEARCOATMAP_UV "+t.clearcoatMapUv:"",t.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+t.clearcoatNormalMapUv:"",t.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+t.clearcoatRoughnessMapUv:"",t.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+t.diffuseRoughnessMapUv:"",t.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+t.iridescenceMapUv:"",t.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+t.iridescenceThicknessMapUv:"",t.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+t.sheenColorMapUv:"",t.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+t.sheenRoughnessMapUv:"",t.specularMapUv?"#define SPECULARMAP_UV "+t.specularMapUv:"",t.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+t.specularColorMapUv:"",t.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+t.specularIntensityMapUv:"",t.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+t.transmissionMapUv:"",t.thicknessMapUv?"#define THICKNESSMAP_UV "+t.thicknessMapUv:"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexNormals?"#define HAS_NORMAL":"",t.vertexColors?"#define USE_COLOR":"",t.vertexAlphas?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.flatShading?"#define FLAT_SHADED":"",t.skinning?"#define USE_SKINNING":"",t.morphTargets?"#define USE_MORPHTARGETS":"",t.morphNormals&&t.flatShading===!1?"#define USE_MORPHNORMALS":"",t.morphColors?"#define USE_MORPHCOLORS":"",t.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+t.morphTextureStride:"",t.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+t.morphTargetsCount:"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.sizeAttenuation?"#define USE_SIZEATTENUATION":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(Nl).join(`
`),m=[C_(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",t.map?"#define USE_MAP":"",t.matcap?"#define USE_MATCAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+c:"",t.envMap?"#define "+h:"",t.envMap?"#define "+u:"",t.envMapPMREM?"#define ENVMAP_MAX_LOD "+t.envMapMaxLod+".0":"",t.envMapPMREM?"#define ENVMAP_SIZE "+t.envMapSize+".0":"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoat?"#define USE_CLEARCOAT":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.dispersion?"#define USE_DISPERSION":"",t.retroreflection?"#define USE_RETROREFLECTION":"",t.iridescence?"#define USE_IRIDESCENCE":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaTest?"#define USE_ALPHATEST":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.sheen?"#define USE_SHEEN":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexColors||t.instancingColor?"#define USE_COLOR":"",t.vertexAlphas||t.batchingColor?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.gradientMap?"#define USE_GRADIENTMAP":"",t.flatShading?"#define FLAT_SHADED":"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",t.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",t.toneMapping!==Ts?"#define TONE_MAPPING":"",t.toneMapping!==Ts?ft.tonemapping_pars_fragment:"",t.toneMapping!==Ts?KT("toneMapping",t.toneMapping):"",t.dithering?"#define DITHERING":"",t.opaque?"#define OPAQUE":"",ft.colorspace_pars_fragment,YT("linearToOutputTexel",t.outputColorSpace),ZT(),t.useDepthPacking?"#define DEPTH_PACKING "+t.depthPacking:"",`
`].filter(Nl).join(`
`)),o=Yf(o),o=E_(o,t),o=A_(o,t),a=Yf(a),a=E_(a,t),a=A_(a,t),o=R_(o),a=R_(a),t.isRawShaderMaterial!==!0&&(g=`#version 300 es
`,_=[d,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+_,m=["#define varying in",t.glslVersion===Nf?"":"layout(location = 0) out highp vec4 pc_fragColor;",t.glslVersion===Nf?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+m);let x=g+_+o,M=g+m+a,v=M_(i,i.VERTEX_SHADER,x),T=M_(i,i.FRAGMENT_SHADER,M);i.attachShader(p,v),i.attachShader(p,T),t.index0AttributeName!==void 0?i.bindAttribLocation(p,0,t.index0AttributeName):t.hasPositionAttribute===!0&&i.bindAttribLocation(p,0,"position"),i.linkProgram(p);function b(P){if(s.debug.checkShaderErrors){let C=i.getProgramInfoLog(p)||"",U=i.getShaderInfoLog(v)||"",k=i.getShaderInfoLog(T)||"",L=C.trim(),B=U.trim(),O=k.trim(),G=!0,ne=!0;if(i.getProgramParameter(p,i.LINK_STATUS)===!1)if(G=!1,typeof s.debug.onShaderError=="function")s.debug.onShaderError(i,p,v,T);else{let Y=T_(i,v,"vertex"),K=T_(i,T,"fragment");Qe("WebGLProgram: Shader Error "+i.getError()+" - VALIDATE_STATUS "+i.getProgramParameter(p,i.VALIDATE_STATUS)+`

Material Name: `+P.name+`
Material Type: `+P.type+`

Program Info Log: `+L+`
`+Y+`
`+K)}else L!==""?Ye("WebGLProgram: Program Info Log:",L):(B===""||O==="")&&(ne=!1);ne&&(P.diagnostics={runnable:G,programLog:L,vertexShader:{log:B,prefix:_},fragmentShader:{log:O,prefix:m}})}i.deleteShader(v),i.deleteShader(T),y=new fa(i,p),w=QT(i,p)}let y;this.getUniforms=function(){return y===void 0&&b(this),y};let w;this.getAttributes=function(){return w===void 0&&b(this),w};let I=t.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return I===!1&&(I=i.getProgramParameter(p,GT)),I},this.destroy=function(){n.releaseStatesOfProgram(this),i.deleteProgram(p),this.program=void 0},this.type=t.shaderType,this.name=t.shaderName,this.id=WT++,this.cacheKey=e,this.usedTimes=1,this.program=p,this.vertexShader=v,this.fragmentShader=T,this}var uE=0,jf=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,n){let i=this._getShaderCacheForMaterial(e);return i.has(t)===!1&&(i.add(t),t.usedTimes++),i.has(n)===!1&&(i.add(n),n.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let n of t)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,n=t.get(e);return n===void 0&&(n=new Set,t.set(e,n)),n}_getShaderStage(e){let t=this.shaderCache,n=t.get(e);return n===void 0&&(n=new Kf(e),t.set(e,n)),n}},Kf=class{constructor(e){this.id=uE++,this.code=e,this.usedTimes=0}};function dE(s){return s===Er||s===Cl||s===Pl}function fE(s,e,t,n,i,r){let o=new Ko,a=new jf,l=new Set,c=[],h=new Map,u=n.logarithmicDepthBuffer,d={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function f(y){return l.add(y),y===0?"uv":`uv${y}`}function p(y,w,I,P,C,U){let k=P.fog,L=C.geometry,B=y.isMeshStandardMaterial||y.isMeshLambertMaterial||y.isMeshPhongMaterial?P.environment:null,O=y.isMeshStandardMaterial||y.isMeshLambertMaterial&&!y.envMap||y.isMeshPhongMaterial&&!y.envMap,G=e.get(y.envMap||B,O),ne=d[y.type],Y=n.precision;y.precision!==null&&(Y=n.getMaxPrecision(y.precision),Y!==y.precision&&Ye("WebGLProgram.getParameters:",y.precision,"not supported, using",Y,"instead."));let K=L.morphAttributes.position||L.morphAttributes.normal||L.morphAttributes.color,$=K!==void 0?K.length:0,le=0;L.morphAttributes.position!==void 0&&(le=1),L.morphAttributes.normal!==void 0&&(le=2),L.morphAttributes.color!==void 0&&(le=3);let ie,q,se,ee;if(ne){let Re=Rs[ne];ie=Re.vertexShader,q=Re.fragmentShader}else{ie=y.vertexShader,q=y.fragmentShader;let Re=a.getVertexShaderStage(y),ut=a.getFragmentShaderStage(y);a.update(y,Re,ut),se=Re.id,ee=ut.id}let re=s.getRenderTarget(),pe=s.state.buffers.depth.getReversed(),Ne=C.isInstancedMesh===!0,je=C.isBatchedMesh===!0,Ue=!!y.map,st=!!y.matcap,ht=!!G,rt=ht&&G.isPMREMTexture===!0,Zt=!!y.aoMap,Wt=!!y.lightMap,gn=!!y.bumpMap&&y.wireframe===!1,Ft=!!y.normalMap,Fn=!!y.displacementMap,St=!!y.emissiveMap,En=!!y.metalnessMap,nn=!!y.roughnessMap,_n=y.anisotropy>0,H=y.clearcoat>0,Ce=y.diffuseRoughness>0,Je=y.dispersion>0,lt=y.retroreflectivity>0,we=y.iridescence>0,Bt=y.sheen>0,We=y.transmission>0,Ze=_n&&!!y.anisotropyMap,N=H&&!!y.clearcoatMap,E=H&&!!y.clearcoatNormalMap,j=H&&!!y.clearcoatRoughnessMap,ge=Ce&&!!y.diffuseRoughnessMap,ue=we&&!!y.iridescenceMap,ve=we&&!!y.iridescenceThicknessMap,be=Bt&&!!y.sheenColorMap,oe=Bt&&!!y.sheenRoughnessMap,ce=!!y.specularMap,ye=!!y.specularColorMap,z=!!y.specularIntensityMap,he=We&&!!y.transmissionMap,ae=We&&!!y.thicknessMap,Te=!!y.gradientMap,xe=!!y.alphaMap,Me=y.alphaTest>0,qe=!!y.alphaHash,et=!!y.extensions,me=Ts;y.toneMapped&&(re===null||re.isXRRenderTarget===!0)&&(me=s.toneMapping);let ze=rt?G.isCompressedCubeTexture?G.image[0].mipmaps:G.mipmaps:null,tt={shaderID:ne,shaderType:y.type,shaderName:y.name,vertexShader:ie,fragmentShader:q,defines:y.defines,customVertexShaderID:se,customFragmentShaderID:ee,isRawShaderMaterial:y.isRawShaderMaterial===!0,glslVersion:y.glslVersion,precision:Y,batching:je,batchingColor:je&&C._colorsTexture!==null,instancing:Ne,instancingColor:Ne&&C.instanceColor!==null,instancingMorph:Ne&&C.morphTexture!==null,outputColorSpace:re===null?s.outputColorSpace:re.isXRRenderTarget===!0?re.texture.colorSpace:at.workingColorSpace,alphaToCoverage:!!y.alphaToCoverage,map:Ue,matcap:st,envMap:ht,envMapMode:ht&&G.mapping,envMapPMREM:rt,envMapMaxLod:rt?ze.length-1:null,envMapSize:rt?ze[0].width:null,aoMap:Zt,lightMap:Wt,bumpMap:gn,normalMap:Ft,displacementMap:Fn,emissiveMap:St,normalMapObjectSpace:Ft&&y.normalMapType===K0,normalMapTangentSpace:Ft&&y.normalMapType===da,packedNormalMap:Ft&&y.normalMapType===da&&dE(y.normalMap.format),metalnessMap:En,roughnessMap:nn,anisotropy:_n,anisotropyMap:Ze,clearcoat:H,clearcoatMap:N,clearcoatNormalMap:E,clearcoatRoughnessMap:j,diffuseRoughness:Ce,diffuseRoughnessMap:ge,dispersion:Je,retroreflection:lt,iridescence:we,iridescenceMap:ue,iridescenceThicknessMap:ve,sheen:Bt,sheenColorMap:be,sheenRoughnessMap:oe,specularMap:ce,specularColorMap:ye,specularIntensityMap:z,transmission:We,transmissionMap:he,thicknessMap:ae,gradientMap:Te,opaque:y.transparent===!1&&y.blending===aa&&y.alphaToCoverage===!1,alphaMap:xe,alphaTest:Me,alphaHash:qe,combine:y.combine,mapUv:Ue&&f(y.map.channel),aoMapUv:Zt&&f(y.aoMap.channel),lightMapUv:Wt&&f(y.lightMap.channel),bumpMapUv:gn&&f(y.bumpMap.channel),normalMapUv:Ft&&f(y.normalMap.channel),displacementMapUv:Fn&&f(y.displacementMap.channel),emissiveMapUv:St&&f(y.emissiveMap.channel),metalnessMapUv:En&&f(y.metalnessMap.channel),roughnessMapUv:nn&&f(y.roughnessMap.channel),anisotropyMapUv:Ze&&f(y.anisotropyMap.channel),clearcoatMapUv:N&&f(y.clearcoatMap.channel),clearcoatNormalMapUv:E&&f(y.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:j&&f(y.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:ge&&f(y.diffuseRoughnessMap.channel),iridescenceMapUv:ue&&f(y.iridescenceMap.channel),iridescenceThicknessMapUv:ve&&f(y.iridescenceThicknessMap.channel),sheenColorMapUv:be&&f(y.sheenColorMap.channel),sheenRoughnessMapUv:oe&&f(y.sheenRoughnessMap.channel),specularMapUv:ce&&f(y.specularMap.channel),specularColorMapUv:ye&&f(y.specularColorMap.channel),specularIntensityMapUv:z&&f(y.specularIntensityMap.channel),transmissionMapUv:he&&f(y.transmissionMap.channel),thicknessMapUv:ae&&f(y.thicknessMap.channel),alphaMapUv:xe&&f(y.alphaMap.channel),vertexTangents:!!L.attributes.tangent&&(Ft||_n),vertexNormals:!!L.attributes.normal,vertexColors:y.vertexColors,vertexAlphas:y.vertexColors===!0&&!!L.attributes.color&&L.attributes.color.itemSize===4,pointsUvs:C.isPoints===!0&&!!L.attributes.uv&&(Ue||xe),fog:!!k,useFog:y.fog===!0,fogExp2:!!k&&k.isFogExp2,flatShading:y.wireframe===!1&&(y.flatShading===!0||L.attributes.normal===void 0&&Ft===!1&&(y.isMeshLambertMaterial||y.isMeshPhongMaterial||y.isMeshStandardMaterial||y.isMeshPhysicalMaterial)),sizeAttenuation:y.sizeAttenuation===!0,logarithmicDepthBuffer:u,reversedDepthBuffer:pe,skinning:C.isSkinnedMesh===!0,hasPositionAttribute:L.attributes.position!==void 0,morphTargets:L.morphAttributes.position!==void 0,morphNormals:L.morphAttributes.normal!==void 0,morphColors:L.morphAttributes.color!==void 0,morphTargetsCount:$,morphTextureStride:le,numSunLights:w.sun.length,numDirLights:w.directional.length,numPointLights:w.point.length,numSpotLights:w.spot.length,numSpotLightMaps:w.spotLightMap.length,numRectAreaLights:w.rectArea.length,numHemiLights:w.hemi.length,numSunLightShadows:w.sunShadowMap.length,numDirLightShadows:w.directionalShadowMap.length,numPointLightShadows:w.pointShadowMap.length,numSpotLightShadows:w.spotShadowMap.length,numSpotLightShadowsWithMaps:w.numSpotLightShadowsWithMaps,numLightProbes:w.numLightProbes,numLightProbeGrids:U.filter(Re=>Re.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:y.dithering,shadowMapEnabled:s.shadowMap.enabled&&I.length>0,shadowMapType:s.shadowMap.type,toneMapping:me,decodeVideoTexture:Ue&&y.map.isVideoTexture===!0&&at.getTransfer(y.map.colorSpace)===Pt,decodeVideoTextureEmissive:St&&y.emissiveMap.isVideoTexture===!0&&at.getTransfer(y.emissiveMap.colorSpace)===Pt,premultipliedAlpha:y.premultipliedAlpha,doubleSided:y.side===xi,flipSided:y.side===pi,useDepthPacking:y.depthPacking>=0,depthPacking:y.depthPacking||0,index0AttributeName:y.index0AttributeName,extensionClipCullDistance:et&&y.extensions.clipCullDistance===!0&&t.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(et&&y.extensions.multiDraw===!0||je)&&t.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:t.has("KHR_parallel_shader_compile"),customProgramCacheKey:y.customProgramCacheKey()};return tt.vertexUv1s=l.has(1),tt.vertexUv2s=l.has(2),tt.vertexUv3s=l.has(3),l.clear(),tt}function _(y){let w=[];if(y.shaderID?w.push(y.shaderID):(w.push(y.customVertexShaderID),w.push(y.customFragmentShaderID)),y.defines!==void 0)for(let I in y.defines)w.push(I),w.push(y.defines[I]);return y.isRawShaderMaterial===!1&&(m(w,y),g(w,y),w.push(s.outputColorSpace)),w.push(y.customProgramCacheKey),w.join()}function m(y,w){y.push(w.precision),y.push(w.outputColorSpace),y.push(w.envMapMode),y.push(w.envMapPMREM),y.push(w.envMapMaxLod),y.push(w.envMapSize),y.push(w.mapUv),y.push(w.alphaMapUv),y.push(w.lightMapUv),y.push(w.aoMapUv),y.push(w.bumpMapUv),y.push(w.normalMapUv),y.push(w.displacementMapUv),y.push(w.emissiveMapUv),y.push(w.metalnessMapUv),y.push(w.roughnessMapUv),y.push(w.anisotropyMapUv),y.push(w.clearcoatMapUv),y.push(w.clearcoatNormalMapUv),y.push(w.clearcoatRoughnessMapUv),y.push(w.diffuseRoughnessMapUv),y.push(w.iridescenceMapUv),y.push(w.iridescenceThicknessMapUv),y.push(w.sheenColorMapUv),y.push(w.sheenRoughnessMapUv),y.push(w.specularMapUv),y.push(w.specularColorMapUv),y.push(w.specularIntensityMapUv),y.push(w.transmissionMapUv),y.push(w.thicknessMapUv),y.push(w.combine),y.push(w.fogExp2),y.push(w.sizeAttenuation),y.push(w.morphTargetsCount),y.push(w.numSunLights),y.push(w.numDirLights),y.push(w.numPointLights),y.push(w.numSpotLights),y.push(w.numSpotLightMaps),y.push(w.numHemiLights),y.push(w.numRectAreaLights),y.push(w.numSunLightShadows),y.push(w.numDirLightShadows),y.push(w.numPointLightShadows),y.push(w.numSpotLightShadows),y.push(w.numSpotLightShadowsWithMaps),y.push(w.numLightProbes),y.push(w.numLightProbeGrids),y.push(w.shadowMapType),y.push(w.toneMapping),y.push(w.numClippingPlanes),y.push(w.numClipIntersection),y.push(w.depthPacking)}function g(y,w){o.disableAll(),w.instancing&&o.enable(0),w.instancingColor&&o.enable(1),w.instancingMorph&&o.enable(2),w.matcap&&o.enable(3),w.envMap&&o.enable(4),w.normalMapObjectSpace&&o.enable(5),w.normalMapTangentSpace&&o.enable(6),w.clearcoat&&o.enable(7),w.iridescence&&o.enable(8),w.alphaTest&&o.enable(9),w.vertexColors&&o.enable(10),w.vertexAlphas&&o.enable(11),w.vertexUv1s&&o.enable(12),w.vertexUv2s&&o.enable(13),w.vertexUv3s&&o.enable(14),w.vertexTangents&&o.enable(15),w.anisotropy&&o.enable(16),w.alphaHash&&o.enable(17),w.batching&&o.enable(18),w.dispersion&&o.enable(19),w.retroreflection&&o.enable(24),w.diffuseRoughness&&o.enable(25),w.batchingColor&&o.enable(20),w.gradientMap&&o.enable(21),w.packedNormalMap&&o.enable(22),w.vertexNormals&&o.enable(23),y.push(o.mask),o.disableAll(),w.fog&&o.enable(0),w.useFog&&o.enable(1),w.flatShading&&o.enable(2),w.logarithmicDepthBuffer&&o.enable(3),w.reversedDepthBuffer&&o.enable(4),w.skinning&&o.enable(5),w.morphTargets&&o.enable(6),w.morphNormals&&o.enable(7),w.morphColors&&o.enable(8),w.premultipliedAlpha&&o.enable(9),w.shadowMapEnabled&&o.enable(10),w.doubleSided&&o.enable(11),w.flipSided&&o.enable(12),w.useDepthPacking&&o.enable(13),w.dithering&&o.enable(14),w.transmission&&o.enable(15),w.sheen&&o.enable(16),w.opaque&&o.enable(17),w.pointsUvs&&o.enable(18),w.decodeVideoTexture&&o.enable(19),w.decodeVideoTextureEmissive&&o.enable(20),w.alphaToCoverage&&o.enable(21),w.numLightProbeGrids>0&&o.enable(22),w.hasPositionAttribute&&o.enable(23),y.push(o.mask)}function x(y){let w=d[y.type],I;if(w){let P=Rs[w];I=u_.clone(P.uniforms)}else I=y.uniforms;return I}function M(y,w){let I=h.get(w);return I!==void 0?++I.usedTimes:(I=new hE(s,w,y,i),c.push(I),h.set(w,I)),I}function v(y){if(--y.usedTimes===0){let w=c.indexOf(y);c[w]=c[c.length-1],c.pop(),h.delete(y.cacheKey),y.destroy()}}function T(y){a.remove(y)}function b(){a.dispose()}return{getParameters:p,getProgramCacheKey:_,getUniforms:x,acquireProgram:M,releaseProgram:v,releaseShaderCache:T,programs:c,dispose:b}}function pE(){let s=new WeakMap;function e(o){return s.has(o)}function t(o){let a=s.get(o);return a===void 0&&(a={},s.set(o,a)),a}function n(o){s.delete(o)}function i(o,a,l){s.get(o)[a]=l}function r(){s=new WeakMap}return{has:e,get:t,remove:n,update:i,dispose:r}}function mE(s,e){return s.groupOrder!==e.groupOrder?s.groupOrder-e.groupOrder:s.renderOrder!==e.renderOrder?s.renderOrder-e.renderOrder:s.material.id!==e.material.id?s.material.id-e.material.id:s.materialVariant!==e.materialVariant?s.materialVariant-e.materialVariant:s.z!==e.z?s.z-e.z:s.id-e.id}function P_(s,e){return s.groupOrder!==e.groupOrder?s.groupOrder-e.groupOrder:s.renderOrder!==e.renderOrder?s.renderOrder-e.renderOrder:s.z!==e.z?e.z-s.z:s.id-e.id}function I_(){let s=[],e=0,t=[],n=[],i=[];function r(){e=0,t.length=0,n.length=0,i.length=0}function o(d){let f=0;return d.isInstancedMesh&&(f+=2),d.isSkinnedMesh&&(f+=1),f}function a(d,f,p,_,m,g){let x=s[e];return x===void 0?(x={id:d.id,object:d,geometry:f,material:p,materialVariant:o(d),groupOrder:_,renderOrder:d.renderOrder,z:m,group:g},s[e]=x):(x.id=d.id,x.object=d,x.geometry=f,x.material=p,x.materialVariant=o(d),x.groupOrder=_,x.renderOrder=d.renderOrder,x.z=m,x.group=g),e++,x}function l(d,f,p,_,m,g,x){x.reversedDepth===!0&&(m=-m);let M=a(d,f,p,_,m,g);p.transmission>0?n.push(M):p.transparent===!0?i.push(M):t.push(M)}function c(d,f,p,_,m,g){let x=a(d,f,p,_,m,g);p.transmission>0?n.unshift(x):p.transparent===!0?i.unshift(x):t.unshift(x)}function h(d,f){t.length>1&&t.sort(d||mE),n.length>1&&n.sort(f||P_),i.length>1&&i.sort(f||P_)}function u(){for(let d=e,f=s.length;d<f;d++){let p=s[d];if(p.id===null)break;p.id=null,p.object=null,p.geometry=null,p.material=null,p.group=null}}return{opaque:t,transmissive:n,transparent:i,init:r,push:l,unshift:c,finish:u,sort:h}}function gE(){let s=new WeakMap;function e(n,i){let r=s.get(n),o;return r===void 0?(o=new I_,s.set(n,[o])):i>=r.length?(o=new I_,r.push(o)):o=r[i],o}function t(){s=new WeakMap}return{get:e,dispose:t}}function _E(){let s={};return{get:function(e){if(s[e.id]!==void 0)return s[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={direction:new V,color:new Oe};break;case"SpotLight":t={position:new V,direction:new V,color:new Oe,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":t={position:new V,color:new Oe,distance:0,decay:0};break;case"HemisphereLight":t={direction:new V,skyColor:new Oe,groundColor:new Oe};break;case"RectAreaLight":t={color:new Oe,position:new V,halfWidth:new V,halfHeight:new V};break}return s[e.id]=t,t}}}function yE(){let s={};return{get:function(e){if(s[e.id]!==void 0)return s[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Xe};break;case"SpotLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Xe};break;case"PointLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Xe,shadowCameraNear:1,shadowCameraFar:1e3};break}return s[e.id]=t,t}}}var xE=0;function vE(s,e){return(e.castShadow?2:0)-(s.castShadow?2:0)+(e.map?1:0)-(s.map?1:0)}function bE(s){let e=new _E,t=yE(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new V);let i=new V,r=new Ge,o=new Ge;function a(c){let h=0,u=0,d=0;for(let U=0;U<9;U++)n.probe[U].set(0,0,0);let f=0,p=0,_=0,m=0,g=0,x=0,M=0,v=0,T=0,b=0,y=0,w=0,I=0,P=0;c.sort(vE);for(let U=0,k=c.length;U<k;U++){let L=c[U],B=L.color,O=L.intensity,G=L.distance,ne=null;if(L.shadow&&L.shadow.map&&(L.shadow.map.texture.format===Er?ne=L.shadow.map.texture:ne=L.shadow.map.depthTexture||L.shadow.map.texture),L.isAmbientLight)h+=B.r*O,u+=B.g*O,d+=B.b*O;else if(L.isLightProbe){for(let Y=0;Y<9;Y++)n.probe[Y].addScaledVector(L.sh.coefficients[Y],O);P++}else if(L.isSunLight){let Y=e.get(L);if(Y.color.copy(L.color).multiplyScalar(L.intensity),L.castShadow){let K=L.shadow,$=t.get(L);$.shadowIntensity=K.intensity,$.shadowBias=K.bias,$.shadowNormalBias=K.normalBias,$.shadowRadius=K.radius,$.shadowMapSize.copy(K.mapSize).multiply(K.getFrameExtents()),n.sunShadow[p]=$,n.sunShadowMap[p]=ne;let le=K.getViewportCount();for(let ie=0;ie<le;ie++)n.sunShadowMatrix[_+ie]=K.getMatrix(ie),n.sunShadowCascade[_+ie]=K._cascadeData[ie];_+=le,p++}n.sun[f]=Y,f++}else if(L.isDirectionalLight){let Y=e.get(L);if(Y.color.copy(L.color).multiplyScalar(L.intensity),L.castShadow){let K=L.shadow,$=t.get(L);$.shadowIntensity=K.intensity,$.shadowBias=K.bias,$.shadowNormalBias=K.normalBias,$.shadowRadius=K.radius,$.shadowMapSize=K.mapSize,n.directionalShadow[m]=$,n.directionalShadowMap[m]=ne,n.directionalShadowMatrix[m]=L.shadow.matrix,T++}n.directional[m]=Y,m++}else if(L.isSpotLight){let Y=e.get(L);Y.position.setFromMatrixPosition(L.matrixWorld),Y.color.copy(B).multiplyScalar(O),Y.distance=G,Y.coneCos=Math.cos(L.angle),Y.penumbraCos=Math.cos(L.angle*(1-L.penumbra)),Y.decay=L.decay,n.spot[x]=Y;let K=L.shadow;if(L.map&&(n.spotLightMap[w]=L.map,w++,K.updateMatrices(L),L.castShadow&&I++),n.spotLightMatrix[x]=K.matrix,L.castShadow){let $=t.get(L);$.shadowIntensity=K.intensity,$.shadowBias=K.bias,$.shadowNormalBias=K.normalBias,$.shadowRadius=K.radius,$.shadowMapSize=K.mapSize,n.spotShadow[x]=$,n.spotShadowMap[x]=ne,y++}x++}else if(L.isRectAreaLight){let Y=e.get(L);Y.color.copy(B).multiplyScalar(O),Y.halfWidth.set(L.width*.5,0,0),Y.halfHeight.set(0,L.height*.5,0),n.rectArea[M]=Y,M++}else if(L.isPointLight){let Y=e.get(L);if(Y.color.copy(L.color).multiplyScalar(L.intensity),Y.distance=L.distance,Y.decay=L.decay,L.castShadow){let K=L.shadow,$=t.get(L);$.shadowIntensity=K.intensity,$.shadowBias=K.bias,$.shadowNormalBias=K.normalBias,$.shadowRadius=K.radius,$.shadowMapSize=K.mapSize,$.shadowCameraNear=K.camera.near,$.shadowCameraFar=K.camera.far,n.pointShadow[g]=$,n.pointShadowMap[g]=ne,n.pointShadowMatrix[g]=L.shadow.matrix,b++}n.point[g]=Y,g++}else if(L.isHemisphereLight){let Y=e.get(L);Y.skyColor.copy(L.color).multiplyScalar(O),Y.groundColor.copy(L.groundColor).multiplyScalar(O),n.hemi[v]=Y,v++}}M>0&&(s.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Le.LTC_FLOAT_1,n.rectAreaLTC2=Le.LTC_FLOAT_2):(n.rectAreaLTC1=Le.LTC_HALF_1,n.rectAreaLTC2=Le.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=u,n.ambient[2]=d;let C=n.hash;(C.sunLength!==f||C.directionalLength!==m||C.pointLength!==g||C.spotLength!==x||C.rectAreaLength!==M||C.hemiLength!==v||C.numSunShadows!==p||C.numDirectionalShadows!==T||C.numPointShadows!==b||C.numSpotShadows!==y||C.numSpotMaps!==w||C.numLightProbes!==P)&&(n.sun.length=f,n.directional.length=m,n.spot.length=x,n.rectArea.length=M,n.point.length=g,n.hemi.length=v,n.sunShadow.length=p,n.sunShadowMap.length=p,n.sunShadowMatrix.length=_,n.sunShadowCascade.length=_,n.directionalShadow.length=T,n.directionalShadowMap.length=T,n.directionalShadowMatrix.length=T,n.pointShadow.length=b,n.pointShadowMap.length=b,n.pointShadowMatrix.length=b,n.spotShadow.length=y,n.spotShadowMap.length=y,n.spotLightMatrix.length=y+w-I,n.spotLightMap.length=w,n.numSpotLightShadowsWithMaps=I,n.numLightProbes=P,C.sunLength=f,C.directionalLength=m,C.pointLength=g,C.spotLength=x,C.rectAreaLength=M,C.hemiLength=v,C.numSunShadows=p,C.numDirectionalShadows=T,C.numPointShadows=b,C.numSpotShadows=y,C.numSpotMaps=w,C.numLightProbes=P,n.version=xE++)}function l(c,h){let u=0,d=0,f=0,p=0,_=0,m=0,g=h.matrixWorldInverse;for(let x=0,M=c.length;x<M;x++){let v=c[x];if(v.isSunLight){let T=n.sun[u];T.direction.setFromMatrixPosition(v.matrixWorld),T.direction.transformDirection(g),u++}else if(v.isDirectionalLight){let T=n.directional[d];T.direction.setFromMatrixPosition(v.matrixWorld),i.setFromMatrixPosition(v.target.matrixWorld),T.direction.sub(i),T.direction.transformDirection(g),d++}else if(v.isSpotLight){let T=n.spot[p];T.position.setFromMatrixPosition(v.matrixWorld),T.position.applyMatrix4(g),T.direction.setFromMatrixPosition(v.matrixWorld),i.setFromMatrixPosition(v.target.matrixWorld),T.direction.sub(i),T.direction.transformDirection(g),p++}else if(v.isRectAreaLight){let T=n.rectArea[_];T.position.setFromMatrixPosition(v.matrixWorld),T.position.applyMatrix4(g),o.identity(),r.copy(v.matrixWorld),r.premultiply(g),o.extractRotation(r),T.halfWidth.set(v.width*.5,0,0),T.halfHeight.set(0,v.height*.5,0),T.halfWidth.applyMatrix4(o),T.halfHeight.applyMatrix4(o),_++}else if(v.isPointLight){let T=n.point[f];T.position.setFromMatrixPosition(v.matrixWorld),T.position.applyMatrix4(g),f++}else if(v.isHemisphereLight){let T=n.hemi[m];T.direction.setFromMatrixPosition(v.matrixWorld),T.direction.transformDirection(g),m++}}}return{setup:a,setupView:l,state:n}}function L_(s){let e=new bE(s),t=[],n=[],i=[];function r(u){h.camera=u,t.length=0,n.length=0,i.length=0}function o(u){u.isLightProbeGrid?i.push(u):t.push(u)}function a(u){n.push(u)}function l(){e.setup(t),i.sort((u,d)=>u.priority-d.priority||u.id-d.id)}function c(u){e.setupView(t,u)}let h={lightsArray:t,shadowsArray:n,lightProbeGridArray:i,camera:null,lights:e,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function SE(s){let e=new WeakMap;function t(i,r=0){let o=e.get(i),a;return o===void 0?(a=new L_(s),e.set(i,[a])):r>=o.length?(a=new L_(s),o.push(a)):a=o[r],a}function n(){e=new WeakMap}return{get:t,dispose:n}}var ME=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,wE=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,TE=[new V(1,0,0),new V(-1,0,0),new V(0,1,0),new V(0,-1,0),new V(0,0,1),new V(0,0,-1)],EE=[new V(0,-1,0),new V(0,-1,0),new V(0,0,1),new V(0,0,-1),new V(0,-1,0),new V(0,-1,0)],N_=new Ge,Ll=new V,Gf=new V;function AE(s,e,t){let n=new xr,i=new Xe,r=new Xe,o=new Dt,a=new ah,l=new lh,c={},h=t.maxTextureSize,u={[Yi]:pi,[pi]:Yi,[xi]:xi},d=new Ms({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new Xe},radius:{value:4}},vertexShader:ME,fragmentShader:wE}),f=d.clone();f.defines.HORIZONTAL_PASS=1;let p=new Ut;p.setAttribute("position",new fn(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let _=new Mt(p,d),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Ml;let g=this.type;this.render=function(b,y,w){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||b.length===0)return;this.type===T0&&(Ye("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=Ml);let I=s.getRenderTarget(),P=s.getActiveCubeFace(),C=s.getActiveMipmapLevel(),U=s.state;U.setBlending($r),U.buffers.depth.getReversed()===!0?U.buffers.color.setClear(0,0,0,0):U.buffers.color.setClear(1,1,1,1),U.buffers.depth.setTest(!0),U.setScissorTest(!1);let k=g!==this.type;k&&y.traverse(function(L){L.material&&(Array.isArray(L.material)?L.material.forEach(B=>B.needsUpdate=!0):L.material.needsUpdate=!0)});for(let L=0,B=b.length;L<B;L++){let O=b[L],G=O.shadow;if(G===void 0){Ye("WebGLShadowMap:",O,"has no shadow.");continue}if(G.autoUpdate===!1&&G.needsUpdate===!1)continue;i.copy(G.mapSize);let ne=G.getFrameExtents();i.multiply(ne),r.copy(G.mapSize),(i.x>h||i.y>h)&&(i.x>h&&(r.x=Math.floor(h/ne.x),i.x=r.x*ne.x,G.mapSize.x=r.x),i.y>h&&(r.y=Math.floor(h/ne.y),i.y=r.y*ne.y,G.mapSize.y=r.y));let Y=s.state.buffers.depth.getReversed();if(G.camera._reversedDepth=Y,G.map===null||k===!0){if(G.map!==null&&(G.map.depthTexture!==null&&(G.map.depthTexture.dispose(),G.map.depthTexture=null),G.map.dispose()),this.type===oa){if(O.isPointLight){Ye("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}G.map=new Ni(i.x,i.y,{format:Er,type:cs,minFilter:hn,magFilter:hn,generateMipmaps:!1}),G.map.texture.name=O.name+".shadowMap",G.map.depthTexture=new js(i.x,i.y,Oi),G.map.depthTexture.name=O.name+".shadowMapDepth",G.map.depthTexture.format=Ws,G.map.depthTexture.compareFunction=null,G.map.depthTexture.minFilter=pn,G.map.depthTexture.magFilter=pn}else O.isPointLight?(G.map=new Dl(i.x),G.map.depthTexture=new rl(i.x,ls)):(G.map=new Ni(i.x,i.y),G.map.depthTexture=new js(i.x,i.y,ls)),G.map.depthTexture.name=O.name+".shadowMap",G.map.depthTexture.format=Ws,this.type===Ml?(G.map.depthTexture.compareFunction=Y?Pf:Cf,G.map.depthTexture.minFilter=hn,G.map.depthTexture.magFilter=hn):(G.map.depthTexture.compareFunction=null,G.map.depthTexture.minFilter=pn,G.map.depthTexture.magFilter=pn);G.camera.updateProjectionMatrix()}G.map.isWebGLCubeRenderTarget!==!0&&(G.map.width!==i.x||G.map.height!==i.y)&&G.map.setSize(i.x,i.y);let K=G.map.isWebGLCubeRenderTarget?6:G.getViewportCount();O.isPointLight!==!0&&G.updateMatrices(O,w);let $=(G.camera.layers.mask&4294967294)!==0?G.camera.layers:w.layers;for(let le=0;le<K;le++){let ie=G.getCamera(le);if(O.isPointLight){let q=G.camera,se=G.matrix,ee=O.distance||q.far;ee!==q.far&&(q.far=ee,q.updateProjectionMatrix()),Ll.setFromMatrixPosition(O.matrixWorld),q.position.copy(Ll),Gf.copy(q.position),Gf.add(TE[le]),q.up.copy(EE[le]),q.lookAt(Gf),q.updateMatrixWorld(),se.makeTranslation(-Ll.x,-Ll.y,-Ll.z),N_.multiplyMatrices(q.projectionMatrix,q.matrixWorldInverse),G._frustum.setFromProjectionMatrix(N_,q.coordinateSystem,q.reversedDepth)}if(G.map.isWebGLCubeRenderTarget)s.setRenderTarget(G.map,le),s.clear();else{le===0&&(s.setRenderTarget(G.map),s.clear());let q=G.getViewport(le);o.set(r.x*q.x,r.y*q.y,r.x*q.z,r.y*q.w),U.viewport(o)}n=G.getFrustum(le),v(y,w,ie,O,$,this.type)}G.isPointLightShadow!==!0&&this.type===oa&&x(G,w),G.needsUpdate=!1}g=this.type,m.needsUpdate=!1,s.setRenderTarget(I,P,C)};function x(b,y){let w=e.update(_);d.defines.VSM_SAMPLES!==b.blurSamples&&(d.defines.VSM_SAMPLES=b.blurSamples,f.defines.VSM_SAMPLES=b.blurSamples,d.needsUpdate=!0,f.needsUpdate=!0),b.mapPass===null?b.mapPass=new Ni(i.x,i.y,{format:Er,type:cs}):(b.mapPass.width!==b.map.width||b.mapPass.height!==b.map.height)&&b.mapPass.setSize(b.map.width,b.map.height),d.uniforms.shadow_pass.value=b.map.depthTexture,d.uniforms.resolution.value.set(b.map.width,b.map.height),d.uniforms.radius.value=b.radius,s.setRenderTarget(b.mapPass),s.clear(),s.renderBufferDirect(y,null,w,d,_,null),f.uniforms.shadow_pass.value=b.mapPass.texture,f.uniforms.resolution.value.set(b.map.width,b.map.height),f.uniforms.radius.value=b.radius,s.setRenderTarget(b.map),s.clear(),s.renderBufferDirect(y,null,w,f,_,null)}function M(b,y,w,I){let P=null,C=w.isPointLight===!0?b.customDistanceMaterial:b.customDepthMaterial;if(C!==void 0)P=C;else if(P=w.isPointLight===!0?l:a,s.localClippingEnabled&&y.clipShadows===!0&&Array.isArray(y.clippingPlanes)&&y.clippingPlanes.length!==0||y.displacementMap&&y.displacementScale!==0||y.alphaMap&&y.alphaTest>0||y.map&&y.alphaTest>0||y.alphaToCoverage===!0){let U=P.uuid,k=y.uuid,L=c[U];L===void 0&&(L={},c[U]=L);let B=L[k];B===void 0&&(B=P.clone(),L[k]=B,y.addEventListener("dispose",T)),P=B}if(P.visible=y.visible,P.wireframe=y.wireframe,I===oa?P.side=y.shadowSide!==null?y.shadowSide:y.side:P.side=y.shadowSide!==null?y.shadowSide:u[y.side],P.alphaMap=y.alphaMap,P.alphaTest=y.alphaToCoverage===!0?.5:y.alphaTest,P.map=y.map,P.clipShadows=y.clipShadows,P.clippingPlanes=y.clippingPlanes,P.clipIntersection=y.clipIntersection,P.displacementMap=y.displacementMap,P.displacementScale=y.displacementScale,P.displacementBias=y.displacementBias,P.wireframeLinewidth=y.wireframeLinewidth,P.linewidth=y.linewidth,w.isPointLight===!0&&P.isMeshDistanceMaterial===!0){let U=s.properties.get(P);U.light=w}return P}function v(b,y,w,I,P,C){if(b.visible===!1)return;if(b.layers.test(P)&&(b.isMesh||b.isLine||b.isPoints)&&(b.castShadow||b.receiveShadow&&C===oa)&&(!b.frustumCulled||b.intersectsFrustum(n))){b.modelViewMatrix.multiplyMatrices(w.matrixWorldInverse,b.matrixWorld);let L=e.update(b),B=b.material;if(Array.isArray(B)){let O=L.groups;for(let G=0,ne=O.length;G<ne;G++){let Y=O[G],K=B[Y.materialIndex];if(K&&K.visible){let $=M(b,K,I,C);b.onBeforeShadow(s,b,y,w,L,$,Y),s.renderBufferDirect(w,null,L,$,b,Y),b.onAfterShadow(s,b,y,w,L,$,Y)}}}else if(B.visible){let O=M(b,B,I,C);b.onBeforeShadow(s,b,y,w,L,O,null),s.renderBufferDirect(w,null,L,O,b,null),b.onAfterShadow(s,b,y,w,L,O,null)}}let k=b.children;for(let L=0,B=k.length;L<B;L++)v(k[L],y,w,I,P,C)}function T(b){b.target.removeEventListener("dispose",T);for(let w in c){let I=c[w],P=b.target.uuid;P in I&&(I[P].dispose(),delete I[P])}}}function RE(s,e){function t(){let z=!1,he=new Dt,ae=null,Te=new Dt(0,0,0,0);return{setMask:function(xe){ae!==xe&&!z&&(s.colorMask(xe,xe,xe,xe),ae=xe)},setLocked:function(xe){z=xe},setClear:function(xe,Me,qe,et,me){me===!0&&(xe*=et,Me*=et,qe*=et),he.set(xe,Me,qe,et),Te.equals(he)===!1&&(s.clearColor(xe,Me,qe,et),Te.copy(he))},reset:function(){z=!1,ae=null,Te.set(-1,0,0,0)}}}function n(){let z=!1,he=!1,ae=null,Te=null,xe=null;return{setReversed:function(Me){if(he!==Me){let qe=e.get("EXT_clip_control");Me?qe.clipControlEXT(qe.LOWER_LEFT_EXT,qe.ZERO_TO_ONE_EXT):qe.clipControlEXT(qe.LOWER_LEFT_EXT,qe.NEGATIVE_ONE_TO_ONE_EXT),he=Me;let et=xe;xe=null,this.setClear(et)}},getReversed:function(){return he},setTest:function(Me){Me?pe(s.DEPTH_TEST):Ne(s.DEPTH_TEST)},setMask:function(Me){ae!==Me&&!z&&(s.depthMask(Me),ae=Me)},setFunc:function(Me){if(he&&(Me=r_[Me]),Te!==Me){switch(Me){case Yc:s.depthFunc(s.NEVER);break;case jc:s.depthFunc(s.ALWAYS);break;case Kc:s.depthFunc(s.LESS);break;case Go:s.depthFunc(s.LEQUAL);break;case Zc:s.depthFunc(s.EQUAL);break;case Jc:s.depthFunc(s.GEQUAL);break;case $c:s.depthFunc(s.GREATER);break;case Qc:s.depthFunc(s.NOTEQUAL);break;default:s.depthFunc(s.LEQUAL)}Te=Me}},setLocked:function(Me){z=Me},setClear:function(Me){xe!==Me&&(xe=Me,he&&(Me=1-Me),s.clearDepth(Me))},reset:function(){z=!1,ae=null,Te=null,xe=null,he=!1}}}function i(){let z=!1,he=null,ae=null,Te=null,xe=null,Me=null,qe=null,et=null,me=null;return{setTest:function(ze){z||(ze?pe(s.STENCIL_TEST):Ne(s.STENCIL_TEST))},setMask:function(ze){he!==ze&&!z&&(s.stencilMask(ze),he=ze)},setFunc:function(ze,tt,Re){(ae!==ze||Te!==tt||xe!==Re)&&(s.stencilFunc(ze,tt,Re),ae=ze,Te=tt,xe=Re)},setOp:function(ze,tt,Re){(Me!==ze||qe!==tt||et!==Re)&&(s.stencilOp(ze,tt,Re),Me=ze,qe=tt,et=Re)},setLocked:function(ze){z=ze},setClear:function(ze){me!==ze&&(s.clearStencil(ze),me=ze)},reset:function(){z=!1,he=null,ae=null,Te=null,xe=null,Me=null,qe=null,et=null,me=null}}}let r=new t,o=new n,a=new i,l={},c=new WeakMap,h={},u={},d={},f=new WeakMap,p=[],_=null,m=!1,g=null,x=null,M=null,v=null,T=null,b=null,y=null,w=new Oe(0,0,0),I=0,P=!1,C=null,U=null,k=null,L=null,B=null,O=s.getParameter(s.MAX_COMBINED_TEXTURE_IMAGE_UNITS),G=!1,ne=0,Y=s.getParameter(s.VERSION);Y.indexOf("WebGL")!==-1?(ne=parseFloat(/^WebGL (\d)/.exec(Y)[1]),G=ne>=1):Y.indexOf("OpenGL ES")!==-1&&(ne=parseFloat(/^OpenGL ES (\d)/.exec(Y)[1]),G=ne>=2);let K=null,$={},le=s.getParameter(s.SCISSOR_BOX),ie=s.getParameter(s.VIEWPORT),q=new Dt().fromArray(le),se=new Dt().fromArray(ie);function ee(z,he,ae,Te){let xe=new Uint8Array(4),Me=s.createTexture();s.bindTexture(z,Me),s.texParameteri(z,s.TEXTURE_MIN_FILTER,s.NEAREST),s.texParameteri(z,s.TEXTURE_MAG_FILTER,s.NEAREST);for(let qe=0;qe<ae;qe++)z===s.TEXTURE_3D||z===s.TEXTURE_2D_ARRAY?s.texImage3D(he,0,s.RGBA,1,1,Te,0,s.RGBA,s.UNSIGNED_BYTE,xe):s.texImage2D(he+qe,0,s.RGBA,1,1,0,s.RGBA,s.UNSIGNED_BYTE,xe);return Me}let re={};re[s.TEXTURE_2D]=ee(s.TEXTURE_2D,s.TEXTURE_2D,1),re[s.TEXTURE_CUBE_MAP]=ee(s.TEXTURE_CUBE_MAP,s.TEXTURE_CUBE_MAP_POSITIVE_X,6),re[s.TEXTURE_2D_ARRAY]=ee(s.TEXTURE_2D_ARRAY,s.TEXTURE_2D_ARRAY,1,1),re[s.TEXTURE_3D]=ee(s.TEXTURE_3D,s.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),pe(s.DEPTH_TEST),o.setFunc(Go),gn(!1),Ft(lf),pe(s.CULL_FACE),Zt($r);function pe(z){h[z]!==!0&&(s.enable(z),h[z]=!0)}function Ne(z){h[z]!==!1&&(s.disable(z),h[z]=!1)}function je(z,he){return d[z]!==he?(s.bindFramebuffer(z,he),d[z]=he,z===s.DRAW_FRAMEBUFFER&&(d[s.FRAMEBUFFER]=he),z===s.FRAMEBUFFER&&(d[s.DRAW_FRAMEBUFFER]=he),!0):!1}function Ue(z,he){let ae=p,Te=!1;if(z){ae=f.get(he),ae===void 0&&(ae=[],f.set(he,ae));let xe=z.textures;if(ae.length!==xe.length||ae[0]!==s.COLOR_ATTACHMENT0){for(let Me=0,qe=xe.length;Me<qe;Me++)ae[Me]=s.COLOR_ATTACHMENT0+Me;ae.length=xe.length,Te=!0}}else ae[0]!==s.BACK&&(ae[0]=s.BACK,Te=!0);Te&&s.drawBuffers(ae)}function st(z){return _!==z?(s.useProgram(z),_=z,!0):!1}let ht={[Qr]:s.FUNC_ADD,[A0]:s.FUNC_SUBTRACT,[R0]:s.FUNC_REVERSE_SUBTRACT};ht[C0]=s.MIN,ht[P0]=s.MAX;let rt={[I0]:s.ZERO,[L0]:s.ONE,[N0]:s.SRC_COLOR,[df]:s.SRC_ALPHA,[k0]:s.SRC_ALPHA_SATURATE,[O0]:s.DST_COLOR,[U0]:s.DST_ALPHA,[D0]:s.ONE_MINUS_SRC_COLOR,[ff]:s.ONE_MINUS_SRC_ALPHA,[B0]:s.ONE_MINUS_DST_COLOR,[F0]:s.ONE_MINUS_DST_ALPHA,[z0]:s.CONSTANT_COLOR,[V0]:s.ONE_MINUS_CONSTANT_COLOR,[H0]:s.CONSTANT_ALPHA,[G0]:s.ONE_MINUS_CONSTANT_ALPHA};function Zt(z,he,ae,Te,xe,Me,qe,et,me,ze){if(z===$r){m===!0&&(Ne(s.BLEND),m=!1);return}if(m===!1&&(pe(s.BLEND),m=!0),z!==E0){if(z!==g||ze!==P){if((x!==Qr||T!==Qr)&&(s.blendEquation(s.FUNC_ADD),x=Qr,T=Qr),ze)switch(z){case aa:s.blendFuncSeparate(s.ONE,s.ONE_MINUS_SRC_ALPHA,s.ONE,s.ONE_MINUS_SRC_ALPHA);break;case cf:s.blendFunc(s.ONE,s.ONE);break;case hf:s.blendFuncSeparate(s.ZERO,s.ONE_MINUS_SRC_COLOR,s.ZERO,s.ONE);break;case uf:s.blendFuncSeparate(s.DST_COLOR,s.ONE_MINUS_SRC_ALPHA,s.ZERO,s.ONE);break;default:Qe("WebGLState: Invalid blending: ",z);break}else switch(z){case aa:s.blendFuncSeparate(s.SRC_ALPHA,s.ONE_MINUS_SRC_ALPHA,s.ONE,s.ONE_MINUS_SRC_ALPHA);break;case cf:s.blendFuncSeparate(s.SRC_ALPHA,s.ONE,s.ONE,s.ONE);break;case hf:Qe("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case uf:Qe("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:Qe("WebGLState: Invalid blending: ",z);break}M=null,v=null,b=null,y=null,w.set(0,0,0),I=0,g=z,P=ze}return}xe=xe||he,Me=Me||ae,qe=qe||Te,(he!==x||xe!==T)&&(s.blendEquationSeparate(ht[he],ht[xe]),x=he,T=xe),(ae!==M||Te!==v||Me!==b||qe!==y)&&(s.blendFuncSeparate(rt[ae],rt[Te],rt[Me],rt[qe]),M=ae,v=Te,b=Me,y=qe),(et.equals(w)===!1||me!==I)&&(s.blendColor(et.r,et.g,et.b,me),w.copy(et),I=me),g=z,P=!1}function Wt(z,he){z.side===xi?Ne(s.CULL_FACE):pe(s.CULL_FACE);let ae=z.side===pi;he&&(ae=!ae),gn(ae),z.blending===aa&&z.transparent===!1?Zt($r):Zt(z.blending,z.blendEquation,z.blendSrc,z.blendDst,z.blendEquationAlpha,z.blendSrcAlpha,z.blendDstAlpha,z.blendColor,z.blendAlpha,z.premultipliedAlpha),o.setFunc(z.depthFunc),o.setTest(z.depthTest),o.setMask(z.depthWrite),r.setMask(z.colorWrite);let Te=z.stencilWrite;a.setTest(Te),Te&&(a.setMask(z.stencilWriteMask),a.setFunc(z.stencilFunc,z.stencilRef,z.stencilFuncMask),a.setOp(z.stencilFail,z.stencilZFail,z.stencilZPass)),St(z.polygonOffset,z.polygonOffsetFactor,z.polygonOffsetUnits),z.alphaToCoverage===!0?pe(s.SAMPLE_ALPHA_TO_COVERAGE):Ne(s.SAMPLE_ALPHA_TO_COVERAGE)}function gn(z){C!==z&&(z?s.frontFace(s.CW):s.frontFace(s.CCW),C=z)}function Ft(z){z!==M0?(pe(s.CULL_FACE),z!==U&&(z===lf?s.cullFace(s.BACK):z===w0?s.cullFace(s.FRONT):s.cullFace(s.FRONT_AND_BACK))):Ne(s.CULL_FACE),U=z}function Fn(z){z!==k&&(G&&s.lineWidth(z),k=z)}function St(z,he,ae){z?(pe(s.POLYGON_OFFSET_FILL),(L!==he||B!==ae)&&(L=he,B=ae,o.getReversed()&&(he=-he,ae=-ae),s.polygonOffset(he,ae))):Ne(s.POLYGON_OFFSET_FILL)}function En(z){z?pe(s.SCISSOR_TEST):Ne(s.SCISSOR_TEST)}function nn(z){z===void 0&&(z=s.TEXTURE0+O-1),K!==z&&(s.activeTexture(z),K=z)}function _n(z,he,ae){ae===void 0&&(K===null?ae=s.TEXTURE0+O-1:ae=K);let Te=$[ae];Te===void 0&&(Te={type:void 0,texture:void 0},$[ae]=Te),(Te.type!==z||Te.texture!==he)&&(K!==ae&&(s.activeTexture(ae),K=ae),s.bindTexture(z,he||re[z]),Te.type=z,Te.texture=he)}function H(){let z=$[K];z!==void 0&&z.type!==void 0&&(s.bindTexture(z.type,null),z.type=void 0,z.texture=void 0)}function Ce(){try{s.compressedTexImage2D(...arguments)}catch(z){Qe("WebGLState:",z)}}function Je(){try{s.compressedTexImage3D(...arguments)}catch(z){Qe("WebGLState:",z)}}function lt(){try{s.texSubImage2D(...arguments)}catch(z){Qe("WebGLState:",z)}}function we(){try{s.texSubImage3D(...arguments)}catch(z){Qe("WebGLState:",z)}}function Bt(){try{s.compressedTexSubImage2D(...arguments)}catch(z){Qe("WebGLState:",z)}}function We(){try{s.compressedTexSubImage3D(...arguments)}catch(z){Qe("WebGLState:",z)}}function Ze(){try{s.texStorage2D(...arguments)}catch(z){Qe("WebGLState:",z)}}function N(){try{s.texStorage3D(...arguments)}catch(z){Qe("WebGLState:",z)}}function E(){try{s.texImage2D(...arguments)}catch(z){Qe("WebGLState:",z)}}function j(){try{s.texImage3D(...arguments)}catch(z){Qe("WebGLState:",z)}}function ge(z){return u[z]!==void 0?u[z]:s.getParameter(z)}function ue(z,he){u[z]!==he&&(s.pixelStorei(z,he),u[z]=he)}function ve(z){q.equals(z)===!1&&(s.scissor(z.x,z.y,z.z,z.w),q.copy(z))}function be(z){se.equals(z)===!1&&(s.viewport(z.x,z.y,z.z,z.w),se.copy(z))}function oe(z,he){let ae=c.get(he);ae===void 0&&(ae=new WeakMap,c.set(he,ae));let Te=ae.get(z);Te===void 0&&(Te=s.getUniformBlockIndex(he,z.name),s.uniformBlockBinding(he,Te,Te),ae.set(z,Te))}function ce(z,he,ae){let xe=c.get(he).get(z);l[xe]!==ae&&(s.bindBufferBase(s.UNIFORM_BUFFER,xe,ae),l[xe]=ae)}function ye(){s.disable(s.BLEND),s.disable(s.CULL_FACE),s.disable(s.DEPTH_TEST),s.disable(s.POLYGON_OFFSET_FILL),s.disable(s.SCISSOR_TEST),s.disable(s.STENCIL_TEST),s.disable(s.SAMPLE_ALPHA_TO_COVERAGE),s.blendEquation(s.FUNC_ADD),s.blendFunc(s.ONE,s.ZERO),s.blendFuncSeparate(s.ONE,s.ZERO,s.ONE,s.ZERO),s.blendColor(0,0,0,0),s.colorMask(!0,!0,!0,!0),s.clearColor(0,0,0,0),s.depthMask(!0),s.depthFunc(s.LESS),o.setReversed(!1),s.clearDepth(1),s.stencilMask(4294967295),s.stencilFunc(s.ALWAYS,0,4294967295),s.stencilOp(s.KEEP,s.KEEP,s.KEEP),s.clearStencil(0),s.cullFace(s.BACK),s.frontFace(s.CCW),s.polygonOffset(0,0),s.activeTexture(s.TEXTURE0),s.bindFramebuffer(s.FRAMEBUFFER,null),s.bindFramebuffer(s.DRAW_FRAMEBUFFER,null),s.bindFramebuffer(s.READ_FRAMEBUFFER,null),s.useProgram(null),s.lineWidth(1),s.scissor(0,0,s.canvas.width,s.canvas.height),s.viewport(0,0,s.canvas.width,s.canvas.height),s.pixelStorei(s.PACK_ALIGNMENT,4),s.pixelStorei(s.UNPACK_ALIGNMENT,4),s.pixelStorei(s.UNPACK_FLIP_Y_WEBGL,!1),s.pixelStorei(s.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),s.pixelStorei(s.UNPACK_COLORSPACE_CONVERSION_WEBGL,s.BROWSER_DEFAULT_WEBGL),s.pixelStorei(s.PACK_ROW_LENGTH,0),s.pixelStorei(s.PACK_SKIP_PIXELS,0),s.pixelStorei(s.PACK_SKIP_ROWS,0),s.pixelStorei(s.UNPACK_ROW_LENGTH,0),s.pixelStorei(s.UNPACK_IMAGE_HEIGHT,0),s.pixelStorei(s.UNPACK_SKIP_PIXELS,0),s.pixelStorei(s.UNPACK_SKIP_ROWS,0),s.pixelStorei(s.UNPACK_SKIP_IMAGES,0),h={},u={},K=null,$={},d={},l={},f=new WeakMap,p=[],_=null,m=!1,g=null,x=null,M=null,v=null,T=null,b=null,y=null,w=new Oe(0,0,0),I=0,P=!1,C=null,U=null,k=null,L=null,B=null,q.set(0,0,s.canvas.width,s.canvas.height),se.set(0,0,s.canvas.width,s.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:pe,disable:Ne,bindFramebuffer:je,drawBuffers:Ue,useProgram:st,setBlending:Zt,setMaterial:Wt,setFlipSided:gn,setCullFace:Ft,setLineWidth:Fn,setPolygonOffset:St,setScissorTest:En,activeTexture:nn,bindTexture:_n,unbindTexture:H,compressedTexImage2D:Ce,compressedTexImage3D:Je,texImage2D:E,texImage3D:j,pixelStorei:ue,getParameter:ge,updateUBOMapping:oe,uniformBlockBinding:ce,texStorage2D:Ze,texStorage3D:N,texSubImage2D:lt,texSubImage3D:we,compressedTexSubImage2D:Bt,compressedTexSubImage3D:We,scissor:ve,viewport:be,reset:ye}}function CE(s,e,t,n,i,r,o){let a=e.has("WEBGL_multisampled_render_to_texture")?e.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new Xe,h=new WeakMap,u=new Set,d,f=new WeakMap,p=new Set,_=new FinalizationRegistry(N=>p.delete(N)),m=!1;try{m=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(N,E){return m?new OffscreenCanvas(N,E):qo("canvas")}function x(N,E,j){let ge=1,ue=Ze(N);if((ue.width>j||ue.height>j)&&(ge=j/Math.max(ue.width,ue.height)),ge<1)if(typeof HTMLImageElement<"u"&&N instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&N instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&N instanceof ImageBitmap||typeof VideoFrame<"u"&&N instanceof VideoFrame){let ve=Math.floor(ge*ue.width),be=Math.floor(ge*ue.height);d===void 0&&(d=g(ve,be));let oe=E?g(ve,be):d;return oe.width=ve,oe.height=be,oe.getContext("2d").drawImage(N,0,0,ve,be),Ye("WebGLRenderer: Texture has been resized from ("+ue.width+"x"+ue.height+") to ("+ve+"x"+be+")."),oe}else return"data"in N&&Ye("WebGLRenderer: Image in DataTexture is too big ("+ue.width+"x"+ue.height+")."),N;return N}function M(N){return N.generateMipmaps}function v(N){s.generateMipmap(N)}function T(N){return N.isWebGLCubeRenderTarget?s.TEXTURE_CUBE_MAP:N.isWebGL3DRenderTarget?s.TEXTURE_3D:N.isWebGLArrayRenderTarget||N.isCompressedArrayTexture?s.TEXTURE_2D_ARRAY:s.TEXTURE_2D}function b(N,E,j,ge,ue,ve=!1){if(N!==null){if(s[N]!==void 0)return s[N];Ye("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+N+"'")}let be;ge&&(be=e.get("EXT_texture_norm16"),be||Ye("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let oe=E;if(E===s.RED&&(j===s.FLOAT&&(oe=s.R32F),j===s.HALF_FLOAT&&(oe=s.R16F),j===s.UNSIGNED_BYTE&&(oe=s.R8),j===s.UNSIGNED_SHORT&&be&&(oe=be.R16_EXT),j===s.SHORT&&be&&(oe=be.R16_SNORM_EXT)),E===s.RED_INTEGER&&(j===s.UNSIGNED_BYTE&&(oe=s.R8UI),j===s.UNSIGNED_SHORT&&(oe=s.R16UI),j===s.UNSIGNED_INT&&(oe=s.R32UI),j===s.BYTE&&(oe=s.R8I),j===s.SHORT&&(oe=s.R16I),j===s.INT&&(oe=s.R32I)),E===s.RG&&(j===s.FLOAT&&(oe=s.RG32F),j===s.HALF_FLOAT&&(oe=s.RG16F),j===s.UNSIGNED_BYTE&&(oe=s.RG8),j===s.UNSIGNED_SHORT&&be&&(oe=be.RG16_EXT),j===s.SHORT&&be&&(oe=be.RG16_SNORM_EXT)),E===s.RG_INTEGER&&(j===s.UNSIGNED_BYTE&&(oe=s.RG8UI),j===s.UNSIGNED_SHORT&&(oe=s.RG16UI),j===s.UNSIGNED_INT&&(oe=s.RG32UI),j===s.BYTE&&(oe=s.RG8I),j===s.SHORT&&(oe=s.RG16I),j===s.INT&&(oe=s.RG32I)),E===s.RGB_INTEGER&&(j===s.UNSIGNED_BYTE&&(oe=s.RGB8UI),j===s.UNSIGNED_SHORT&&(oe=s.RGB16UI),j===s.UNSIGNED_INT&&(oe=s.RGB32UI),j===s.BYTE&&(oe=s.RGB8I),j===s.SHORT&&(oe=s.RGB16I),j===s.INT&&(oe=s.RGB32I)),E===s.RGBA_INTEGER&&(j===s.UNSIGNED_BYTE&&(oe=s.RGBA8UI),j===s.UNSIGNED_SHORT&&(oe=s.RGBA16UI),j===s.UNSIGNED_INT&&(oe=s.RGBA32UI),j===s.BYTE&&(oe=s.RGBA8I),j===s.SHORT&&(oe=s.RGBA16I),j===s.INT&&(oe=s.RGBA32I)),E===s.RGB&&(j===s.UNSIGNED_SHORT&&be&&(oe=be.RGB16_EXT),j===s.SHORT&&be&&(oe=be.RGB16_SNORM_EXT),j===s.UNSIGNED_INT_5_9_9_9_REV&&(oe=s.RGB9_E5),j===s.UNSIGNED_INT_10F_11F_11F_REV&&(oe=s.R11F_G11F_B10F)),E===s.RGBA){let ce=ve?Ja:at.getTransfer(ue);j===s.FLOAT&&(oe=s.RGBA32F),j===s.HALF_FLOAT&&(oe=s.RGBA16F),j===s.UNSIGNED_BYTE&&(oe=ce===Pt?s.SRGB8_ALPHA8:s.RGBA8),j===s.UNSIGNED_SHORT&&be&&(oe=be.RGBA16_EXT),j===s.SHORT&&be&&(oe=be.RGBA16_SNORM_EXT),j===s.UNSIGNED_SHORT_4_4_4_4&&(oe=s.RGBA4),j===s.UNSIGNED_SHORT_5_5_5_1&&(oe=s.RGB5_A1)}return(oe===s.R16F||oe===s.R32F||oe===s.RG16F||oe===s.RG32F||oe===s.RGBA16F||oe===s.RGBA32F)&&e.get("EXT_color_buffer_float"),oe}function y(N,E){let j;return N?E===null||E===ls||E===no?j=s.DEPTH24_STENCIL8:E===Oi?j=s.DEPTH32F_STENCIL8:E===ha&&(j=s.DEPTH24_STENCIL8,Ye("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):E===null||E===ls||E===no?j=s.DEPTH_COMPONENT24:E===Oi?j=s.DEPTH_COMPONENT32F:E===ha&&(j=s.DEPTH_COMPONENT16),j}function w(N,E){return M(N)===!0||N.isFramebufferTexture&&N.minFilter!==pn&&N.minFilter!==hn?Math.log2(Math.max(E.width,E.height))+1:N.mipmaps.length>0?N.mipmaps.length:N.isCompressedTexture&&Array.isArray(N.image)?E.mipmaps.length:1}function I(N){let E=new WeakRef(N);n.get(N).__ref=E,p.add(E),_.register(N,E,E)}function P(N){let E=n.get(N).__ref;E!==void 0&&(p.delete(E),_.unregister(E))}function C(N){k(N.target)}function U(N){L(N.target)}function k(N){N.removeEventListener("dispose",C),P(N),O(N),N.isVideoTexture&&h.delete(N),N.isHTMLTexture&&u.delete(N)}function L(N){N.removeEventListener("dispose",U),P(N),ne(N)}function B(){for(let N of p){let E=N.deref();E!==void 0&&(E.isRenderTarget===!0?L(E):k(E))}p.clear(),u.clear()}function O(N){let E=n.get(N);if(E.__webglInit===void 0)return;let j=N.source,ge=f.get(j);if(ge){let ue=ge[E.__cacheKey];ue.usedTimes--,ue.usedTimes===0&&G(N),Object.keys(ge).length===0&&f.delete(j)}n.remove(N)}function G(N){let E=n.get(N);s.deleteTexture(E.__webglTexture);let j=N.source,ge=f.get(j);delete ge[E.__cacheKey],o.memory.textures--}function ne(N){let E=n.get(N);E.__depthDisposeCallback&&E.__depthDisposeCallback();let j=N.depthTexture;if(j&&j.renderTarget===N&&k(j),N.isWebGLCubeRenderTarget)for(let ue=0;ue<6;ue++){if(Array.isArray(E.__webglFramebuffer[ue]))for(let ve=0;ve<E.__webglFramebuffer[ue].length;ve++)s.deleteFramebuffer(E.__webglFramebuffer[ue][ve]);else s.deleteFramebuffer(E.__webglFramebuffer[ue]);E.__webglDepthbuffer&&s.deleteRenderbuffer(E.__webglDepthbuffer[ue])}else{if(Array.isArray(E.__webglFramebuffer))for(let ue=0;ue<E.__webglFramebuffer.length;ue++)s.deleteFramebuffer(E.__webglFramebuffer[ue]);else s.deleteFramebuffer(E.__webglFramebuffer);if(E.__webglDepthbuffer&&s.deleteRenderbuffer(E.__webglDepthbuffer),E.__webglMultisampledFramebuffer&&s.deleteFramebuffer(E.__webglMultisampledFramebuffer),E.__webglColorRenderbuffer)for(let ue=0;ue<E.__webglColorRenderbuffer.length;ue++)E.__webglColorRenderbuffer[ue]&&s.deleteRenderbuffer(E.__webglColorRenderbuffer[ue]);E.__webglDepthRenderbuffer&&s.deleteRenderbuffer(E.__webglDepthRenderbuffer)}let ge=N.textures;for(let ue=0,ve=ge.length;ue<ve;ue++){let be=n.get(ge[ue]);be.__webglTexture&&(s.deleteTexture(be.__webglTexture),o.memory.textures--),n.remove(ge[ue])}n.remove(N)}let Y=0;function K(){Y=0}function $(){return Y}function le(N){Y=N}function ie(){let N=Y;return N>=i.maxTextures&&Ye("WebGLTextures: Trying to use "+(N+1)+" texture units while this GPU supports only "+i.maxTextures),Y+=1,N}function q(N){let E=[];return E.push(N.wrapS),E.push(N.wrapT),E.push(N.wrapR||0),E.push(N.magFilter),E.push(N.minFilter),E.push(N.anisotropy),E.push(N.internalFormat),E.push(N.format),E.push(N.type),E.push(N.generateMipmaps),E.push(N.mipmapsAutoUpdate),E.push(N.premultiplyAlpha),E.push(N.flipY),E.push(N.unpackAlignment),E.push(N.colorSpace),E.join()}function se(N,E){let j=n.get(N);if(N.isVideoTexture&&Bt(N),N.isRenderTargetTexture===!1&&N.isExternalTexture!==!0&&N.version>0&&j.__version!==N.version){let ge=N.image;if(ge===null)Ye("WebGLRenderer: Texture marked for update but no image data found.");else if(ge.complete===!1)Ye("WebGLRenderer: Texture marked for update but image is incomplete");else{Wt(j,N,E);return}}else N.isExternalTexture&&(j.__webglTexture=N.sourceTexture?N.sourceTexture:null);t.bindTexture(s.TEXTURE_2D,j.__webglTexture,s.TEXTURE0+E)}function ee(N,E){let j=n.get(N);if(N.isRenderTargetTexture===!1&&N.version>0&&j.__version!==N.version){Wt(j,N,E);return}else N.isExternalTexture&&(j.__webglTexture=N.sourceTexture?N.sourceTexture:null);t.bindTexture(s.TEXTURE_2D_ARRAY,j.__webglTexture,s.TEXTURE0+E)}function re(N,E){let j=n.get(N);if(N.isRenderTargetTexture===!1&&N.version>0&&j.__version!==N.version){Wt(j,N,E);return}t.bindTexture(s.TEXTURE_3D,j.__webglTexture,s.TEXTURE0+E)}function pe(N,E){let j=n.get(N);if(N.version>0&&j.__version!==N.version){gn(j,N,E);return}t.bindTexture(s.TEXTURE_CUBE_MAP,j.__webglTexture,s.TEXTURE0+E)}let Ne={[Li]:s.REPEAT,[qn]:s.CLAMP_TO_EDGE,[Wo]:s.MIRRORED_REPEAT},je={[pn]:s.NEAREST,[yh]:s.NEAREST_MIPMAP_NEAREST,[to]:s.NEAREST_MIPMAP_LINEAR,[hn]:s.LINEAR,[ca]:s.LINEAR_MIPMAP_NEAREST,[mi]:s.LINEAR_MIPMAP_LINEAR},Ue={[J0]:s.NEVER,[If]:s.ALWAYS,[$0]:s.LESS,[Cf]:s.LEQUAL,[Q0]:s.EQUAL,[Pf]:s.GEQUAL,[e_]:s.GREATER,[t_]:s.NOTEQUAL};function st(N,E){if(E.type===Oi&&e.has("OES_texture_float_linear")===!1&&(E.magFilter===hn||E.magFilter===ca||E.magFilter===to||E.magFilter===mi||E.minFilter===hn||E.minFilter===ca||E.minFilter===to||E.minFilter===mi)&&Ye("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),s.texParameteri(N,s.TEXTURE_WRAP_S,Ne[E.wrapS]),s.texParameteri(N,s.TEXTURE_WRAP_T,Ne[E.wrapT]),(N===s.TEXTURE_3D||N===s.TEXTURE_2D_ARRAY)&&s.texParameteri(N,s.TEXTURE_WRAP_R,Ne[E.wrapR]),s.texParameteri(N,s.TEXTURE_MAG_FILTER,je[E.magFilter]),s.texParameteri(N,s.TEXTURE_MIN_FILTER,je[E.minFilter]),E.compareFunction&&(s.texParameteri(N,s.TEXTURE_COMPARE_MODE,s.COMPARE_REF_TO_TEXTURE),s.texParameteri(N,s.TEXTURE_COMPARE_FUNC,Ue[E.compareFunction])),e.has("EXT_texture_filter_anisotropic")===!0){if(E.magFilter===pn||E.minFilter!==to&&E.minFilter!==mi||E.type===Oi&&e.has("OES_texture_float_linear")===!1)return;if(E.anisotropy>1||n.get(E).__currentAnisotropy){let j=e.get("EXT_texture_filter_anisotropic");s.texParameterf(N,j.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(E.anisotropy,i.getMaxAnisotropy())),n.get(E).__currentAnisotropy=E.anisotropy}}}function ht(N,E){let j=!1;N.__webglInit===void 0&&(N.__webglInit=!0,E.addEventListener("dispose",C),I(E));let ge=E.source,ue=f.get(ge);ue===void 0&&(ue={},f.set(ge,ue));let ve=q(E);if(ve!==N.__cacheKey){ue[ve]===void 0&&(ue[ve]={texture:s.createTexture(),usedTimes:0},o.memory.textures++,j=!0),ue[ve].usedTimes++;let be=ue[N.__cacheKey];be!==void 0&&(ue[N.__cacheKey].usedTimes--,be.usedTimes===0&&G(E)),N.__cacheKey=ve,N.__webglTexture=ue[ve].texture}return j}function rt(N,E,j){return Math.floor(Math.floor(N/j)/E)}function Zt(N,E,j,ge){let ve=N.updateRanges;if(ve.length===0)t.texSubImage2D(s.TEXTURE_2D,0,0,0,E.width,E.height,j,ge,E.data);else{ve.sort((z,he)=>z.start-he.start);let be=0;for(let z=1;z<ve.length;z++){let he=ve[be],ae=ve[z],Te=he.start+he.count,xe=rt(ae.start,E.width,4),Me=rt(he.start,E.width,4);ae.start<=Te+1&&xe===Me&&rt(ae.start+ae.count-1,E.width,4)===xe?he.count=Math.max(he.count,ae.start+ae.count-he.start):(++be,ve[be]=ae)}ve.length=be+1;let oe=t.getParameter(s.UNPACK_ROW_LENGTH),ce=t.getParameter(s.UNPACK_SKIP_PIXELS),ye=t.getParameter(s.UNPACK_SKIP_ROWS);t.pixelStorei(s.UNPACK_ROW_LENGTH,E.width);for(let z=0,he=ve.length;z<he;z++){let ae=ve[z],Te=Math.floor(ae.start/4),xe=Math.ceil(ae.count/4),Me=Te%E.width,qe=Math.floor(Te/E.width),et=xe,me=1;t.pixelStorei(s.UNPACK_SKIP_PIXELS,Me),t.pixelStorei(s.UNPACK_SKIP_ROWS,qe),t.texSubImage2D(s.TEXTURE_2D,0,Me,qe,et,me,j,ge,E.data)}N.clearUpdateRanges(),t.pixelStorei(s.UNPACK_ROW_LENGTH,oe),t.pixelStorei(s.UNPACK_SKIP_PIXELS,ce),t.pixelStorei(s.UNPACK_SKIP_ROWS,ye)}}function Wt(N,E,j){let ge=s.TEXTURE_2D;(E.isDataArrayTexture||E.isCompressedArrayTexture)&&(ge=s.TEXTURE_2D_ARRAY),E.isData3DTexture&&(ge=s.TEXTURE_3D);let ue=ht(N,E),ve=E.source;t.bindTexture(ge,N.__webglTexture,s.TEXTURE0+j);let be=n.get(ve);if(ve.version!==be.__version||ue===!0){if(t.activeTexture(s.TEXTURE0+j),(typeof ImageBitmap<"u"&&E.image instanceof ImageBitmap)===!1){let me=at.getPrimaries(at.workingColorSpace),ze=E.colorSpace===nr?null:at.getPrimaries(E.colorSpace),tt=E.colorSpace===nr||me===ze?s.NONE:s.BROWSER_DEFAULT_WEBGL;t.pixelStorei(s.UNPACK_FLIP_Y_WEBGL,E.flipY),t.pixelStorei(s.UNPACK_PREMULTIPLY_ALPHA_WEBGL,E.premultiplyAlpha),t.pixelStorei(s.UNPACK_COLORSPACE_CONVERSION_WEBGL,tt)}t.pixelStorei(s.UNPACK_ALIGNMENT,E.unpackAlignment);let ce=x(E.image,!1,i.maxTextureSize);ce=We(E,ce);let ye=r.convert(E.format,E.colorSpace),z=r.convert(E.type),he=b(E.internalFormat,ye,z,E.normalized,E.colorSpace,E.isVideoTexture);st(ge,E);let ae,Te=E.mipmaps,xe=E.isVideoTexture!==!0,Me=be.__version===void 0||ue===!0,qe=ve.dataReady,et=w(E,ce);if(E.isDepthTexture)he=y(E.format===tr,E.type),Me&&(xe?t.texStorage2D(s.TEXTURE_2D,1,he,ce.width,ce.height):t.texImage2D(s.TEXTURE_2D,0,he,ce.width,ce.height,0,ye,z,null));else if(E.isDataTexture)if(Te.length>0){xe&&Me&&t.texStorage2D(s.TEXTURE_2D,et,he,Te[0].width,Te[0].height);for(let me=0,ze=Te.length;me<ze;me++)ae=Te[me],xe?qe&&t.texSubImage2D(s.TEXTURE_2D,me,0,0,ae.width,ae.height,ye,z,ae.data):t.texImage2D(s.TEXTURE_2D,me,he,ae.width,ae.height,0,ye,z,ae.data);E.generateMipmaps=!1}else xe?(Me&&t.texStorage2D(s.TEXTURE_2D,et,he,ce.width,ce.height),qe&&Zt(E,ce,ye,z)):t.texImage2D(s.TEXTURE_2D,0,he,ce.width,ce.height,0,ye,z,ce.data);else if(E.isCompressedTexture)if(E.isCompressedArrayTexture){xe&&Me&&t.texStorage3D(s.TEXTURE_2D_ARRAY,et,he,Te[0].width,Te[0].height,ce.depth);for(let me=0,ze=Te.length;me<ze;me++)if(ae=Te[me],E.format!==ji)if(ye!==null)if(xe){if(qe)if(E.layerUpdates.size>0){let tt=Vf(ae.width,ae.height,E.format,E.type);for(let Re of E.layerUpdates){let ut=ae.data.subarray(Re*tt/ae.data.BYTES_PER_ELEMENT,(Re+1)*tt/ae.data.BYTES_PER_ELEMENT);t.compressedTexSubImage3D(s.TEXTURE_2D_ARRAY,me,0,0,Re,ae.width,ae.height,1,ye,ut)}}else t.compressedTexSubImage3D(s.TEXTURE_2D_ARRAY,me,0,0,0,ae.width,ae.height,ce.depth,ye,ae.data)}else t.compressedTexImage3D(s.TEXTURE_2D_ARRAY,me,he,ae.width,ae.height,ce.depth,0,ae.data,0,0);else Ye("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else xe?qe&&t.texSubImage3D(s.TEXTURE_2D_ARRAY,me,0,0,0,ae.width,ae.height,ce.depth,ye,z,ae.data):t.texImage3D(s.TEXTURE_2D_ARRAY,me,he,ae.width,ae.height,ce.depth,0,ye,z,ae.data);E.layerUpdates.size>0&&E.clearLayerUpdates()}else{xe&&Me&&t.texStorage2D(s.TEXTURE_2D,et,he,Te[0].width,Te[0].height);for(let me=0,ze=Te.length;me<ze;me++)ae=Te[me],E.format!==ji?ye!==null?xe?qe&&t.compressedTexSubImage2D(s.TEXTURE_2D,me,0,0,ae.width,ae.height,ye,ae.data):t.compressedTexImage2D(s.TEXTURE_2D,me,he,ae.width,ae.height,0,ae.data):Ye("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):xe?qe&&t.texSubImage2D(s.TEXTURE_2D,me,0,0,ae.width,ae.height,ye,z,ae.data):t.texImage2D(s.TEXTURE_2D,me,he,ae.width,ae.height,0,ye,z,ae.data)}else if(E.isDataArrayTexture)if(xe){if(Me&&t.texStorage3D(s.TEXTURE_2D_ARRAY,et,he,ce.width,ce.height,ce.depth),qe)if(E.layerUpdates.size>0){let me=Vf(ce.width,ce.height,E.format,E.type);for(let ze of E.layerUpdates){let tt=ce.data.subarray(ze*me/ce.data.BYTES_PER_ELEMENT,(ze+1)*me/ce.data.BYTES_PER_ELEMENT);t.texSubImage3D(s.TEXTURE_2D_ARRAY,0,0,0,ze,ce.width,ce.height,1,ye,z,tt)}E.clearLayerUpdates()}else t.texSubImage3D(s.TEXTURE_2D_ARRAY,0,0,0,0,ce.width,ce.height,ce.depth,ye,z,ce.data)}else t.texImage3D(s.TEXTURE_2D_ARRAY,0,he,ce.width,ce.height,ce.depth,0,ye,z,ce.data);else if(E.isData3DTexture)xe?(Me&&t.texStorage3D(s.TEXTURE_3D,et,he,ce.width,ce.height,ce.depth),qe&&t.texSubImage3D(s.TEXTURE_3D,0,0,0,0,ce.width,ce.height,ce.depth,ye,z,ce.data)):t.texImage3D(s.TEXTURE_3D,0,he,ce.width,ce.height,ce.depth,0,ye,z,ce.data);else if(E.isFramebufferTexture){if(Me)if(xe)t.texStorage2D(s.TEXTURE_2D,et,he,ce.width,ce.height);else{let me=ce.width,ze=ce.height;for(let tt=0;tt<et;tt++)t.texImage2D(s.TEXTURE_2D,tt,he,me,ze,0,ye,z,null),me>>=1,ze>>=1}}else if(E.isHTMLTexture){if("texElementImage2D"in s){let me=s.canvas;if(me.hasAttribute("layoutsubtree")||me.setAttribute("layoutsubtree","true"),ce.parentNode!==me){me.appendChild(ce),u.add(E),me.onpaint=ze=>{let tt=ze.changedElements;for(let Re of u)tt.includes(Re.image)&&(Re.needsUpdate=!0)},me.requestPaint();return}if(s.texElementImage2D.length===3)s.texElementImage2D(s.TEXTURE_2D,s.RGBA8,ce);else{let tt=s.RGBA,Re=s.RGBA,ut=s.UNSIGNED_BYTE;s.texElementImage2D(s.TEXTURE_2D,0,tt,Re,ut,ce)}s.texParameteri(s.TEXTURE_2D,s.TEXTURE_MIN_FILTER,s.LINEAR),s.texParameteri(s.TEXTURE_2D,s.TEXTURE_WRAP_S,s.CLAMP_TO_EDGE),s.texParameteri(s.TEXTURE_2D,s.TEXTURE_WRAP_T,s.CLAMP_TO_EDGE)}}else if(Te.length>0){if(xe&&Me){let me=Ze(Te[0]);t.texStorage2D(s.TEXTURE_2D,et,he,me.width,me.height)}for(let me=0,ze=Te.length;me<ze;me++)ae=Te[me],xe?qe&&t.texSubImage2D(s.TEXTURE_2D,me,0,0,ye,z,ae):t.texImage2D(s.TEXTURE_2D,me,he,ye,z,ae);E.generateMipmaps=!1}else if(xe){if(Me){let me=Ze(ce);t.texStorage2D(s.TEXTURE_2D,et,he,me.width,me.height)}qe&&t.texSubImage2D(s.TEXTURE_2D,0,0,0,ye,z,ce)}else t.texImage2D(s.TEXTURE_2D,0,he,ye,z,ce);M(E)&&E.mipmapsAutoUpdate===!0&&v(ge),be.__version=ve.version,E.onUpdate&&E.onUpdate(E)}N.__version=E.version}function gn(N,E,j){if(E.image.length!==6)return;let ge=ht(N,E),ue=E.source;t.bindTexture(s.TEXTURE_CUBE_MAP,N.__webglTexture,s.TEXTURE0+j);let ve=n.get(ue);if(ue.version!==ve.__version||ge===!0){t.activeTexture(s.TEXTURE0+j);let be=at.getPrimaries(at.workingColorSpace),oe=E.colorSpace===nr?null:at.getPrimaries(E.colorSpace),ce=E.colorSpace===nr||be===oe?s.NONE:s.BROWSER_DEFAULT_WEBGL;t.pixelStorei(s.UNPACK_FLIP_Y_WEBGL,E.flipY),t.pixelStorei(s.UNPACK_PREMULTIPLY_ALPHA_WEBGL,E.premultiplyAlpha),t.pixelStorei(s.UNPACK_ALIGNMENT,E.unpackAlignment),t.pixelStorei(s.UNPACK_COLORSPACE_CONVERSION_WEBGL,ce);let ye=E.isCompressedTexture||E.image[0].isCompressedTexture,z=E.image[0]&&E.image[0].isDataTexture,he=[];for(let Re=0;Re<6;Re++)!ye&&!z?he[Re]=x(E.image[Re],!0,i.maxCubemapSize):he[Re]=z?E.image[Re].image:E.image[Re],he[Re]=We(E,he[Re]);let ae=he[0],Te=r.convert(E.format,E.colorSpace),xe=r.convert(E.type),Me=b(E.internalFormat,Te,xe,E.normalized,E.colorSpace),qe=E.isVideoTexture!==!0,et=ve.__version===void 0||ge===!0,me=ue.dataReady,ze=w(E,ae);st(s.TEXTURE_CUBE_MAP,E);let tt;if(E.isDepthTexture){if(Me=y(E.format===tr,E.type),et)if(qe)t.texStorage2D(s.TEXTURE_CUBE_MAP,1,Me,ae.width,ae.height);else for(let Re=0;Re<6;Re++)t.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,Me,ae.width,ae.height,0,Te,xe,null)}else if(ye){qe&&et&&t.texStorage2D(s.TEXTURE_CUBE_MAP,ze,Me,ae.width,ae.height);for(let Re=0;Re<6;Re++){tt=he[Re].mipmaps;for(let ut=0;ut<tt.length;ut++){let Xt=tt[ut];E.format!==ji?Te!==null?qe?me&&t.compressedTexSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ut,0,0,Xt.width,Xt.height,Te,Xt.data):t.compressedTexImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ut,Me,Xt.width,Xt.height,0,Xt.data):Ye("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):qe?me&&t.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ut,0,0,Xt.width,Xt.height,Te,xe,Xt.data):t.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ut,Me,Xt.width,Xt.height,0,Te,xe,Xt.data)}}}else{if(tt=E.mipmaps,qe&&et){tt.length>0&&ze++;let Re=Ze(he[0]);t.texStorage2D(s.TEXTURE_CUBE_MAP,ze,Me,Re.width,Re.height)}for(let Re=0;Re<6;Re++)if(z){qe?me&&t.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,0,0,he[Re].width,he[Re].height,Te,xe,he[Re].data):t.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,Me,he[Re].width,he[Re].height,0,Te,xe,he[Re].data);for(let ut=0;ut<tt.length;ut++){let ni=tt[ut].image[Re].image;qe?me&&t.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ut+1,0,0,ni.width,ni.height,Te,xe,ni.data):t.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ut+1,Me,ni.width,ni.height,0,Te,xe,ni.data)}}else{qe?me&&t.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,0,0,Te,xe,he[Re]):t.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,Me,Te,xe,he[Re]);for(let ut=0;ut<tt.length;ut++){let Xt=tt[ut];qe?me&&t.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ut+1,0,0,Te,xe,Xt.image[Re]):t.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ut+1,Me,Te,xe,Xt.image[Re])}}}M(E)&&E.mipmapsAutoUpdate===!0&&v(s.TEXTURE_CUBE_MAP),ve.__version=ue.version,E.onUpdate&&E.onUpdate(E)}N.__version=E.version}function Ft(N,E,j,ge,ue,ve){let be=r.convert(j.format,j.colorSpace),oe=r.convert(j.type),ce=b(j.internalFormat,be,oe,j.normalized,j.colorSpace),ye=n.get(E),z=n.get(j);if(z.__renderTarget=E,!ye.__hasExternalTextures){let he=Math.max(1,E.width>>ve),ae=Math.max(1,E.height>>ve);ue===s.TEXTURE_3D||ue===s.TEXTURE_2D_ARRAY?t.texImage3D(ue,ve,ce,he,ae,E.depth,0,be,oe,null):t.texImage2D(ue,ve,ce,he,ae,0,be,oe,null)}t.bindFramebuffer(s.FRAMEBUFFER,N),we(E)?a.framebufferTexture2DMultisampleEXT(s.FRAMEBUFFER,ge,ue,z.__webglTexture,0,lt(E)):(ue===s.TEXTURE_2D||ue>=s.TEXTURE_CUBE_MAP_POSITIVE_X&&ue<=s.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&s.framebufferTexture2D(s.FRAMEBUFFER,ge,ue,z.__webglTexture,ve),t.bindFramebuffer(s.FRAMEBUFFER,null)}function Fn(N,E,j){if(s.bindRenderbuffer(s.RENDERBUFFER,N),E.depthBuffer){let ge=E.depthTexture,ue=ge&&ge.isDepthTexture?ge.type:null,ve=y(E.stencilBuffer,ue),be=E.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT;we(E)?a.renderbufferStorageMultisampleEXT(s.RENDERBUFFER,lt(E),ve,E.width,E.height):j?s.renderbufferStorageMultisample(s.RENDERBUFFER,lt(E),ve,E.width,E.height):s.renderbufferStorage(s.RENDERBUFFER,ve,E.width,E.height),s.framebufferRenderbuffer(s.FRAMEBUFFER,be,s.RENDERBUFFER,N)}else{let ge=E.textures;for(let ue=0;ue<ge.length;ue++){let ve=ge[ue],be=r.convert(ve.format,ve.colorSpace),oe=r.convert(ve.type),ce=b(ve.internalFormat,be,oe,ve.normalized,ve.colorSpace);we(E)?a.renderbufferStorageMultisampleEXT(s.RENDERBUFFER,lt(E),ce,E.width,E.height):j?s.renderbufferStorageMultisample(s.RENDERBUFFER,lt(E),ce,E.width,E.height):s.renderbufferStorage(s.RENDERBUFFER,ce,E.width,E.height)}}s.bindRenderbuffer(s.RENDERBUFFER,null)}function St(N,E,j){let ge=E.isWebGLCubeRenderTarget===!0;if(t.bindFramebuffer(s.FRAMEBUFFER,N),!(E.depthTexture&&E.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let ue=n.get(E.depthTexture);ue.__renderTarget=E;let ve=ge?E.depthTexture.image[0]:E.depthTexture.image;(!ue.__webglTexture||ve.width!==E.width||ve.height!==E.height)&&(ve.width=E.width,ve.height=E.height,E.depthTexture.needsUpdate=!0),ge?pe(E.depthTexture,0):se(E.depthTexture,0);let be=ue.__webglTexture,oe=lt(E),ce=ge?s.TEXTURE_CUBE_MAP_POSITIVE_X+j:s.TEXTURE_2D,ye=E.depthTexture.format===tr?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT;if(E.depthTexture.format===Ws)we(E)?a.framebufferTexture2DMultisampleEXT(s.FRAMEBUFFER,ye,ce,be,0,oe):s.framebufferTexture2D(s.FRAMEBUFFER,ye,ce,be,0);else if(E.depthTexture.format===tr)we(E)?a.framebufferTexture2DMultisampleEXT(s.FRAMEBUFFER,ye,ce,be,0,oe):s.framebufferTexture2D(s.FRAMEBUFFER,ye,ce,be,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function En(N){let E=n.get(N),j=N.isWebGLCubeRenderTarget===!0;if(E.__boundDepthTexture!==N.depthTexture){let ge=N.depthTexture;if(E.__depthDisposeCallback&&E.__depthDisposeCallback(),ge){let ue=()=>{delete E.__boundDepthTexture,delete E.__depthDisposeCallback,ge.removeEventListener("dispose",ue)};ge.addEventListener("dispose",ue),E.__depthDisposeCallback=ue}E.__boundDepthTexture=ge}if(N.depthTexture&&!E.__autoAllocateDepthBuffer)if(j)for(let ge=0;ge<6;ge++)St(E.__webglFramebuffer[ge],N,ge);else N.texture.mipmaps.length>0?St(E.__webglFramebuffer[0],N,0):St(E.__webglFramebuffer,N,0);else if(j){E.__webglDepthbuffer=[];for(let ge=0;ge<6;ge++)if(t.bindFramebuffer(s.FRAMEBUFFER,E.__webglFramebuffer[ge]),E.__webglDepthbuffer[ge]===void 0)E.__webglDepthbuffer[ge]=s.createRenderbuffer(),Fn(E.__webglDepthbuffer[ge],N,!1);else{let ue=N.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,ve=E.__webglDepthbuffer[ge];s.bindRenderbuffer(s.RENDERBUFFER,ve),s.framebufferRenderbuffer(s.FRAMEBUFFER,ue,s.RENDERBUFFER,ve)}}else if(N.texture.mipmaps.length>0?t.bindFramebuffer(s.FRAMEBUFFER,E.__webglFramebuffer[0]):t.bindFramebuffer(s.FRAMEBUFFER,E.__webglFramebuffer),E.__webglDepthbuffer===void 0)E.__webglDepthbuffer=s.createRenderbuffer(),Fn(E.__webglDepthbuffer,N,!1);else{let ue=N.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,ve=E.__webglDepthbuffer;s.bindRenderbuffer(s.RENDERBUFFER,ve),s.framebufferRenderbuffer(s.FRAMEBUFFER,ue,s.RENDERBUFFER,ve)}t.bindFramebuffer(s.FRAMEBUFFER,null)}function nn(N,E,j){let ge=n.get(N);E!==void 0&&Ft(ge.__webglFramebuffer,N,N.texture,s.COLOR_ATTACHMENT0,s.TEXTURE_2D,0),j!==void 0&&En(N)}function _n(N){let E=N.texture,j=n.get(N),ge=n.get(E);N.addEventListener("dispose",U),I(N);let ue=N.textures,ve=N.isWebGLCubeRenderTarget===!0,be=ue.length>1;if(be||(ge.__webglTexture===void 0&&(ge.__webglTexture=s.createTexture()),ge.__version=E.version,o.memory.textures++),ve){j.__webglFramebuffer=[];for(let oe=0;oe<6;oe++)if(E.mipmaps.length>0){j.__webglFramebuffer[oe]=[];for(let ce=0;ce<E.mipmaps.length;ce++)j.__webglFramebuffer[oe][ce]=s.createFramebuffer()}else j.__webglFramebuffer[oe]=s.createFramebuffer()}else{if(E.mipmaps.length>0){j.__webglFramebuffer=[];for(let oe=0;oe<E.mipmaps.length;oe++)j.__webglFramebuffer[oe]=s.createFramebuffer()}else j.__webglFramebuffer=s.createFramebuffer();if(be)for(let oe=0,ce=ue.length;oe<ce;oe++){let ye=n.get(ue[oe]);ye.__webglTexture===void 0&&(ye.__webglTexture=s.createTexture(),o.memory.textures++)}if(N.samples>0&&we(N)===!1){j.__webglMultisampledFramebuffer=s.createFramebuffer(),j.__webglColorRenderbuffer=[],t.bindFramebuffer(s.FRAMEBUFFER,j.__webglMultisampledFramebuffer);for(let oe=0;oe<ue.length;oe++){let ce=ue[oe];j.__webglColorRenderbuffer[oe]=s.createRenderbuffer(),s.bindRenderbuffer(s.RENDERBUFFER,j.__webglColorRenderbuffer[oe]);let ye=r.convert(ce.format,ce.colorSpace),z=r.convert(ce.type),he=b(ce.internalFormat,ye,z,ce.normalized,ce.colorSpace,N.isXRRenderTarget===!0),ae=lt(N);s.renderbufferStorageMultisample(s.RENDERBUFFER,ae,he,N.width,N.height),s.framebufferRenderbuffer(s.FRAMEBUFFER,s.COLOR_ATTACHMENT0+oe,s.RENDERBUFFER,j.__webglColorRenderbuffer[oe])}s.bindRenderbuffer(s.RENDERBUFFER,null),N.depthBuffer&&(j.__webglDepthRenderbuffer=s.createRenderbuffer(),Fn(j.__webglDepthRenderbuffer,N,!0)),t.bindFramebuffer(s.FRAMEBUFFER,null)}}if(ve){t.bindTexture(s.TEXTURE_CUBE_MAP,ge.__webglTexture),st(s.TEXTURE_CUBE_MAP,E);for(let oe=0;oe<6;oe++)if(E.mipmaps.length>0)for(let ce=0;ce<E.mipmaps.length;ce++)Ft(j.__webglFramebuffer[oe][ce],N,E,s.COLOR_ATTACHMENT0,s.TEXTURE_CUBE_MAP_POSITIVE_X+oe,ce);else Ft(j.__webglFramebuffer[oe],N,E,s.COLOR_ATTACHMENT0,s.TEXTURE_CUBE_MAP_POSITIVE_X+oe,0);M(E)?v(s.TEXTURE_CUBE_MAP):E.mipmaps.length>0&&s.texParameteri(s.TEXTURE_CUBE_MAP,s.TEXTURE_MAX_LEVEL,E.mipmaps.length-1),t.unbindTexture()}else if(be){for(let oe=0,ce=ue.length;oe<ce;oe++){let ye=ue[oe],z=n.get(ye),he=s.TEXTURE_2D;(N.isWebGL3DRenderTarget||N.isWebGLArrayRenderTarget)&&(he=N.isWebGL3DRenderTarget?s.TEXTURE_3D:s.TEXTURE_2D_ARRAY),t.bindTexture(he,z.__webglTexture),st(he,ye),Ft(j.__webglFramebuffer,N,ye,s.COLOR_ATTACHMENT0+oe,he,0),M(ye)&&v(he)}t.unbindTexture()}else{let oe=s.TEXTURE_2D;if((N.isWebGL3DRenderTarget||N.isWebGLArrayRenderTarget)&&(oe=N.isWebGL3DRenderTarget?s.TEXTURE_3D:s.TEXTURE_2D_ARRAY),t.bindTexture(oe,ge.__webglTexture),st(oe,E),E.mipmaps.length>0)for(let ce=0;ce<E.mipmaps.length;ce++)Ft(j.__webglFramebuffer[ce],N,E,s.COLOR_ATTACHMENT0,oe,ce);else Ft(j.__webglFramebuffer,N,E,s.COLOR_ATTACHMENT0,oe,0);M(E)?v(oe):E.mipmaps.length>0&&s.texParameteri(oe,s.TEXTURE_MAX_LEVEL,E.mipmaps.length-1),t.unbindTexture()}N.depthBuffer&&En(N)}function H(N){let E=N.textures;for(let j=0,ge=E.length;j<ge;j++){let ue=E[j];if(M(ue)&&ue.mipmapsAutoUpdate===!0){let ve=T(N),be=n.get(ue).__webglTexture;t.bindTexture(ve,be),v(ve),t.unbindTexture()}}}let Ce=[];function Je(N){if(N.samples>0){if(we(N)===!1){let E=N.textures,j=N.width,ge=N.height,ue=s.COLOR_BUFFER_BIT,ve=N.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,be=n.get(N),oe=E.length>1;if(oe)for(let ye=0;ye<E.length;ye++)t.bindFramebuffer(s.FRAMEBUFFER,be.__webglMultisampledFramebuffer),s.framebufferRenderbuffer(s.FRAMEBUFFER,s.COLOR_ATTACHMENT0+ye,s.RENDERBUFFER,null),t.bindFramebuffer(s.FRAMEBUFFER,be.__webglFramebuffer),s.framebufferTexture2D(s.DRAW_FRAMEBUFFER,s.COLOR_ATTACHMENT0+ye,s.TEXTURE_2D,null,0);t.bindFramebuffer(s.READ_FRAMEBUFFER,be.__webglMultisampledFramebuffer),N.texture.mipmaps.length>0?t.bindFramebuffer(s.DRAW_FRAMEBUFFER,be.__webglFramebuffer[0]):t.bindFramebuffer(s.DRAW_FRAMEBUFFER,be.__webglFramebuffer);for(let ye=0;ye<E.length;ye++){if(N.resolveDepthBuffer&&(N.depthBuffer&&(ue|=s.DEPTH_BUFFER_BIT),N.stencilBuffer&&N.resolveStencilBuffer&&(ue|=s.STENCIL_BUFFER_BIT)),oe){s.framebufferRenderbuffer(s.READ_FRAMEBUFFER,s.COLOR_ATTACHMENT0,s.RENDERBUFFER,be.__webglColorRenderbuffer[ye]);let z=n.get(E[ye]).__webglTexture;s.framebufferTexture2D(s.DRAW_FRAMEBUFFER,s.COLOR_ATTACHMENT0,s.TEXTURE_2D,z,0)}s.blitFramebuffer(0,0,j,ge,0,0,j,ge,ue,s.NEAREST),l===!0&&(Ce.length=0,Ce.push(s.COLOR_ATTACHMENT0+ye),N.depthBuffer&&N.storeMultisampledDepthBuffer===!1&&Ce.push(ve),s.invalidateFramebuffer(s.READ_FRAMEBUFFER,Ce))}if(t.bindFramebuffer(s.READ_FRAMEBUFFER,null),t.bindFramebuffer(s.DRAW_FRAMEBUFFER,null),oe)for(let ye=0;ye<E.length;ye++){t.bindFramebuffer(s.FRAMEBUFFER,be.__webglMultisampledFramebuffer),s.framebufferRenderbuffer(s.FRAMEBUFFER,s.COLOR_ATTACHMENT0+ye,s.RENDERBUFFER,be.__webglColorRenderbuffer[ye]);let z=n.get(E[ye]).__webglTexture;t.bindFramebuffer(s.FRAMEBUFFER,be.__webglFramebuffer),s.framebufferTexture2D(s.DRAW_FRAMEBUFFER,s.COLOR_ATTACHMENT0+ye,s.TEXTURE_2D,z,0)}t.bindFramebuffer(s.DRAW_FRAMEBUFFER,be.__webglMultisampledFramebuffer)}else if(N.depthBuffer&&N.storeMultisampledDepthBuffer===!1&&l){let E=N.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT;s.invalidateFramebuffer(s.DRAW_FRAMEBUFFER,[E])}}}function lt(N){return Math.min(i.maxSamples,N.samples)}function we(N){let E=n.get(N);return N.samples>0&&e.has("WEBGL_multisampled_render_to_texture")===!0&&E.__useRenderToTexture!==!1}function Bt(N){let E=o.render.frame;h.get(N)!==E&&(h.set(N,E),N.update())}function We(N,E){let j=N.colorSpace,ge=N.format,ue=N.type;return N.isCompressedTexture===!0||N.isVideoTexture===!0||j!==ui&&j!==nr&&(at.getTransfer(j)===Pt?(ge!==ji||ue!==vi)&&Ye("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):Qe("WebGLTextures: Unsupported texture color space:",j)),E}function Ze(N){return typeof HTMLImageElement<"u"&&N instanceof HTMLImageElement?(c.width=N.naturalWidth||N.width,c.height=N.naturalHeight||N.height):typeof VideoFrame<"u"&&N instanceof VideoFrame?(c.width=N.displayWidth,c.height=N.displayHeight):(c.width=N.width,c.height=N.height),c}this.allocateTextureUnit=ie,this.resetTextureUnits=K,this.getTextureUnits=$,this.setTextureUnits=le,this.setTexture2D=se,this.setTexture2DArray=ee,this.setTexture3D=re,this.setTextureCube=pe,this.rebindTextures=nn,this.setupRenderTarget=_n,this.updateRenderTargetMipmap=H,this.updateMultisampleRenderTarget=Je,this.setupDepthRenderbuffer=En,this.setupFrameBufferTexture=Ft,this.useMultisampledRTT=we,this.dispose=B}function PE(s,e){function t(n,i=nr){let r,o=at.getTransfer(i);if(n===vi)return s.UNSIGNED_BYTE;if(n===vh)return s.UNSIGNED_SHORT_4_4_4_4;if(n===bh)return s.UNSIGNED_SHORT_5_5_5_1;if(n===wf)return s.UNSIGNED_INT_5_9_9_9_REV;if(n===Tf)return s.UNSIGNED_INT_10F_11F_11F_REV;if(n===Sf)return s.BYTE;if(n===Mf)return s.SHORT;if(n===ha)return s.UNSIGNED_SHORT;if(n===xh)return s.INT;if(n===ls)return s.UNSIGNED_INT;if(n===Oi)return s.FLOAT;if(n===cs)return s.HALF_FLOAT;if(n===Ef)return s.ALPHA;if(n===Af)return s.RGB;if(n===ji)return s.RGBA;if(n===Ws)return s.DEPTH_COMPONENT;if(n===tr)return s.DEPTH_STENCIL;if(n===Sh)return s.RED;if(n===Mh)return s.RED_INTEGER;if(n===Er)return s.RG;if(n===wh)return s.RG_INTEGER;if(n===Th)return s.RGBA_INTEGER;if(n===Tl||n===El||n===Al||n===Rl)if(o===Pt)if(r=e.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===Tl)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===El)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===Al)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===Rl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=e.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===Tl)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===El)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===Al)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===Rl)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===Eh||n===Ah||n===Rh||n===Ch)if(r=e.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===Eh)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===Ah)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===Rh)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===Ch)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===Ph||n===Ih||n===Lh||n===Nh||n===Dh||n===Cl||n===Uh)if(r=e.get("WEBGL_compressed_texture_etc"),r!==null){if(n===Ph||n===Ih)return o===Pt?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===Lh)return o===Pt?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===Nh)return r.COMPRESSED_R11_EAC;if(n===Dh)return r.COMPRESSED_SIGNED_R11_EAC;if(n===Cl)return r.COMPRESSED_RG11_EAC;if(n===Uh)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===Fh||n===Oh||n===Bh||n===kh||n===zh||n===Vh||n===Hh||n===Gh||n===Wh||n===Xh||n===qh||n===Yh||n===jh||n===Kh)if(r=e.get("WEBGL_compressed_texture_astc"),r!==null){if(n===Fh)return o===Pt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===Oh)return o===Pt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===Bh)return o===Pt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===kh)return o===Pt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===zh)return o===Pt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===Vh)return o===Pt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===Hh)return o===Pt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===Gh)return o===Pt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===Wh)return o===Pt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===Xh)return o===Pt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===qh)return o===Pt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===Yh)return o===Pt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===jh)return o===Pt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===Kh)return o===Pt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===Zh||n===Jh||n===$h)if(r=e.get("EXT_texture_compression_bptc"),r!==null){if(n===Zh)return o===Pt?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===Jh)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===$h)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===Qh||n===eu||n===Pl||n===tu)if(r=e.get("EXT_texture_compression_rgtc"),r!==null){if(n===Qh)return r.COMPRESSED_RED_RGTC1_EXT;if(n===eu)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===Pl)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===tu)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===no?s.UNSIGNED_INT_24_8:s[n]!==void 0?s[n]:null}return{convert:t}}var IE=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,LE=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,Zf=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(e,t){if(this.texture===null){let n=new ol(e.texture);(e.depthNear!==t.depthNear||e.depthFar!==t.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=n}}getMesh(e){if(this.texture!==null&&this.mesh===null){let t=e.cameras[0].viewport,n=new Ms({vertexShader:IE,fragmentShader:LE,uniforms:{depthColor:{value:this.texture},depthWidth:{value:t.z},depthHeight:{value:t.w}}});this.mesh=new Mt(new hl(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},Jf=class extends os{constructor(e,t){super();let n=this,i=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,u=null,d=null,f=null,p=null,_=typeof XRWebGLBinding<"u",m=new Zf,g={},x=t.getContextAttributes(),M=null,v=null,T=[],b=[],y=new Xe,w=null,I=null,P=new cn;P.viewport=new Dt;let C=new cn;C.viewport=new Dt;let U=[P,C],k=new mh,L=null,B=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(q){let se=T[q];return se===void 0&&(se=new Zo,T[q]=se),se.getTargetRaySpace()},this.getControllerGrip=function(q){let se=T[q];return se===void 0&&(se=new Zo,T[q]=se),se.getGripSpace()},this.getHand=function(q){let se=T[q];return se===void 0&&(se=new Zo,T[q]=se),se.getHandSpace()};function O(q){let se=b.indexOf(q.inputSource);if(se===-1)return;let ee=T[se];ee!==void 0&&(ee.update(q.inputSource,q.frame,c||o),ee.dispatchEvent({type:q.type,data:q.inputSource}))}function G(){i.removeEventListener("select",O),i.removeEventListener("selectstart",O),i.removeEventListener("selectend",O),i.removeEventListener("squeeze",O),i.removeEventListener("squeezestart",O),i.removeEventListener("squeezeend",O),i.removeEventListener("end",G),i.removeEventListener("inputsourceschange",ne);for(let q=0;q<T.length;q++){let se=b[q];se!==null&&(b[q]=null,T[q].disconnect(se))}L=null,B=null,m.reset();for(let q in g)delete g[q];if(e.setRenderTarget(M),f=null,d=null,u=null,i=null,v=null,ie.stop(),n.isPresenting=!1,e.setPixelRatio(w),e.setSize(y.width,y.height,!1),I!==null){let q=I.camera;q.fov=I.fov,q.zoom=I.zoom,q.updateProjectionMatrix(),I=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(q){r=q,n.isPresenting===!0&&Ye("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(q){a=q,n.isPresenting===!0&&Ye("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(q){c=q},this.getBaseLayer=function(){return d!==null?d:f},this.getBinding=function(){return u===null&&_&&(u=new XRWebGLBinding(i,t)),u},this.getFrame=function(){return p},this.getSession=function(){return i},this.setSession=async function(q){if(i=q,i!==null){if(M=e.getRenderTarget(),i.addEventListener("select",O),i.addEventListener("selectstart",O),i.addEventListener("selectend",O),i.addEventListener("squeeze",O),i.addEventListener("squeezestart",O),i.addEventListener("squeezeend",O),i.addEventListener("end",G),i.addEventListener("inputsourceschange",ne),x.xrCompatible!==!0&&await t.makeXRCompatible(),w=e.getPixelRatio(),e.getSize(y),_&&"createProjectionLayer"in XRWebGLBinding.prototype){let ee=null,re=null,pe=null;x.depth&&(pe=x.stencil?t.DEPTH24_STENCIL8:t.DEPTH_COMPONENT24,ee=x.stencil?tr:Ws,re=x.stencil?no:ls);let Ne={colorFormat:t.RGBA8,depthFormat:pe,scaleFactor:r};u=this.getBinding(),d=u.createProjectionLayer(Ne),i.updateRenderState({layers:[d]}),e.setPixelRatio(1),e.setSize(d.textureWidth,d.textureHeight,!1),v=new Ni(d.textureWidth,d.textureHeight,{format:ji,type:vi,depthTexture:new js(d.textureWidth,d.textureHeight,re,void 0,void 0,void 0,void 0,void 0,void 0,ee),stencilBuffer:x.stencil,colorSpace:e.outputColorSpace,samples:x.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}else{let ee={antialias:x.antialias,alpha:!0,depth:x.depth,stencil:x.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(i,t,ee),i.updateRenderState({baseLayer:f}),e.setPixelRatio(1),e.setSize(f.framebufferWidth,f.framebufferHeight,!1),v=new Ni(f.framebufferWidth,f.framebufferHeight,{format:ji,type:vi,colorSpace:e.outputColorSpace,stencilBuffer:x.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}v.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await i.requestReferenceSpace(a),ie.setContext(i),ie.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(i!==null)return i.environmentBlendMode},this.getDepthTexture=function(){return m.getDepthTexture()};function ne(q){for(let se=0;se<q.removed.length;se++){let ee=q.removed[se],re=b.indexOf(ee);re>=0&&(b[re]=null,T[re].disconnect(ee))}for(let se=0;se<q.added.length;se++){let ee=q.added[se],re=b.indexOf(ee);if(re===-1){for(let Ne=0;Ne<T.length;Ne++)if(Ne>=b.length){b.push(ee),re=Ne;break}else if(b[Ne]===null){b[Ne]=ee,re=Ne;break}if(re===-1)break}let pe=T[re];pe&&pe.connect(ee)}}function Y(q,se){se===null?q.matrixWorld.copy(q.matrix):q.matrixWorld.multiplyMatrices(se.matrixWorld,q.matrix),q.matrixWorldInverse.copy(q.matrixWorld).invert()}this.updateCamera=function(q){if(i===null)return;let se=q.near,ee=q.far;m.texture!==null&&(m.depthNear>0&&(se=m.depthNear),m.depthFar>0&&(ee=m.depthFar)),k.near=C.near=P.near=se,k.far=C.far=P.far=ee,(L!==k.near||B!==k.far)&&(i.updateRenderState({depthNear:k.near,depthFar:k.far}),L=k.near,B=k.far),k.layers.mask=q.layers.mask|6,P.layers.mask=k.layers.mask&-5,C.layers.mask=k.layers.mask&-3;let re=q.parent,pe=k.cameras;Y(k,re);for(let Ne=0;Ne<pe.length;Ne++)Y(pe[Ne],re);k.projectionMatrix.copy(P.projectionMatrix),k.projectionMatrixInverse.copy(P.projectionMatrixInverse),I===null&&q.isPerspectiveCamera&&(I={camera:q,fov:q.fov,zoom:q.zoom}),K(q,k,re)};function K(q,se,ee){ee===null?q.matrix.copy(se.matrixWorld):(q.matrix.copy(ee.matrixWorld),q.matrix.invert(),q.matrix.multiply(se.matrixWorld)),q.matrix.decompose(q.position,q.quaternion,q.scale),q.updateMatrixWorld(!0),q.projectionMatrix.copy(se.projectionMatrix),q.projectionMatrixInverse.copy(se.projectionMatrixInverse),q.isPerspectiveCamera&&(q.fov=Xr*2*Math.atan(1/q.projectionMatrix.elements[5]),q.zoom=1)}this.getCamera=function(){return k},this.getFoveation=function(){if(!(d===null&&f===null))return l},this.setFoveation=function(q){l=q,d!==null&&(d.fixedFoveation=q),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=q)},this.hasDepthSensing=function(){return m.texture!==null},this.getDepthSensingMesh=function(){return m.getMesh(k)},this.getCameraTexture=function(q){return g[q]};let $=null;function le(q,se){if(h=se.getViewerPose(c||o),p=se,h!==null){let ee=h.views;f!==null&&(e.setRenderTargetFramebuffer(v,f.framebuffer),e.setRenderTarget(v));let re=!1;ee.length!==k.cameras.length&&(k.cameras.length=0,re=!0);for(let Ue=0;Ue<ee.length;Ue++){let st=ee[Ue],ht=null;if(f!==null)ht=f.getViewport(st);else{let Zt=u.getViewSubImage(d,st);ht=Zt.viewport,Ue===0&&(e.setRenderTargetTextures(v,Zt.colorTexture,Zt.depthStencilTexture),e.setRenderTarget(v))}let rt=U[Ue];rt===void 0&&(rt=new cn,rt.layers.enable(Ue),rt.viewport=new Dt,U[Ue]=rt),rt.matrix.fromArray(st.transform.matrix),rt.matrix.decompose(rt.position,rt.quaternion,rt.scale),rt.projectionMatrix.fromArray(st.projectionMatrix),rt.projectionMatrixInverse.copy(rt.projectionMatrix).invert(),rt.viewport.set(ht.x,ht.y,ht.width,ht.height),Ue===0&&(k.matrix.copy(rt.matrix),k.matrix.decompose(k.position,k.quaternion,k.scale)),re===!0&&k.cameras.push(rt)}let pe=i.enabledFeatures;if(pe&&pe.includes("depth-sensing")&&i.depthUsage=="gpu-optimized"&&_){u=n.getBinding();let Ue=u.getDepthInformation(ee[0]);Ue&&Ue.isValid&&Ue.texture&&m.init(Ue,i.renderState)}if(pe&&pe.includes("camera-access")&&_){e.state.unbindTexture(),u=n.getBinding();for(let Ue=0;Ue<ee.length;Ue++){let st=ee[Ue].camera;if(st){let ht=g[st];ht||(ht=new ol,g[st]=ht);let rt=u.getCameraImage(st);ht.sourceTexture=rt}}}}for(let ee=0;ee<T.length;ee++){let re=b[ee],pe=T[ee];re!==null&&pe!==void 0&&pe.update(re,se,c||o)}$&&$(q,se),se.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:se}),p=null}let ie=new D_;ie.setAnimationLoop(le),this.setAnimationLoop=function(q){$=q},this.dispose=function(){}}},NE=new Ge,W_=new it;W_.set(-1,0,0,0,1,0,0,0,1);function DE(s,e){function t(m,g){m.matrixAutoUpdate===!0&&m.updateMatrix(),g.value.copy(m.matrix)}function n(m,g){g.color.getRGB(m.fogColor.value,Bf(s)),g.isFog?(m.fogNear.value=g.near,m.fogFar.value=g.far):g.isFogExp2&&(m.fogDensity.value=g.density)}function i(m,g,x,M,v){g.isNodeMaterial?g.uniformsNeedUpdate=!1:g.isMeshBasicMaterial?r(m,g):g.isMeshLambertMaterial?(r(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshToonMaterial?(r(m,g),u(m,g)):g.isMeshPhongMaterial?(r(m,g),h(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshStandardMaterial?(r(m,g),d(m,g),g.isMeshPhysicalMaterial&&f(m,g,v)):g.isMeshMatcapMaterial?(r(m,g),p(m,g)):g.isMeshDepthMaterial?r(m,g):g.isMeshDistanceMaterial?(r(m,g),_(m,g)):g.isMeshNormalMaterial?r(m,g):g.isLineBasicMaterial?(o(m,g),g.isLineDashedMaterial&&a(m,g)):g.isPointsMaterial?l(m,g,x,M):g.isSpriteMaterial?c(m,g):g.isShadowMaterial?(m.color.value.copy(g.color),m.opacity.value=g.opacity):g.isShaderMaterial&&(g.uniformsNeedUpdate=!1)}function r(m,g){m.opacity.value=g.opacity,g.color&&m.diffuse.value.copy(g.color),g.emissive&&m.emissive.value.copy(g.emissive).multiplyScalar(g.emissiveIntensity),g.map&&(m.map.value=g.map,t(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,t(g.alphaMap,m.alphaMapTransform)),g.bumpMap&&(m.bumpMap.value=g.bumpMap,t(g.bumpMap,m.bumpMapTransform),m.bumpScale.value=g.bumpScale,g.side===pi&&(m.bumpScale.value*=-1)),g.normalMap&&(m.normalMap.value=g.normalMap,t(g.normalMap,m.normalMapTransform),m.normalScale.value.copy(g.normalScale),g.side===pi&&m.normalScale.value.negate()),g.displacementMap&&(m.displacementMap.value=g.displacementMap,t(g.displacementMap,m.displacementMapTransform),m.displacementScale.value=g.displacementScale,m.displacementBias.value=g.displacementBias),g.emissiveMap&&(m.emissiveMap.value=g.emissiveMap,t(g.emissiveMap,m.emissiveMapTransform)),g.specularMap&&(m.specularMap.value=g.specularMap,t(g.specularMap,m.specularMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest);let x=e.get(g),M=x.envMap,v=x.envMapRotation;M&&(m.envMap.value=M,m.envMapRotation.value.setFromMatrix4(NE.makeRotationFromEuler(v)).transpose(),M.isCubeTexture&&M.isRenderTargetTexture===!1&&m.envMapRotation.value.premultiply(W_),m.reflectivity.value=g.reflectivity,m.ior.value=g.ior,m.refractionRatio.value=g.refractionRatio),g.lightMap&&(m.lightMap.value=g.lightMap,m.lightMapIntensity.value=g.lightMapIntensity,t(g.lightMap,m.lightMapTransform)),g.aoMap&&(m.aoMap.value=g.aoMap,m.aoMapIntensity.value=g.aoMapIntensity,t(g.aoMap,m.aoMapTransform))}function o(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,g.map&&(m.map.value=g.map,t(g.map,m.mapTransform))}function a(m,g){m.dashSize.value=g.dashSize,m.totalSize.value=g.dashSize+g.gapSize,m.scale.value=g.scale}function l(m,g,x,M){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.size.value=g.size*x,m.scale.value=M*.5,g.map&&(m.map.value=g.map,t(g.map,m.uvTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,t(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function c(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.rotation.value=g.rotation,g.map&&(m.map.value=g.map,t(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,t(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function h(m,g){m.specular.value.copy(g.specular),m.shininess.value=Math.max(g.shininess,1e-4)}function u(m,g){g.gradientMap&&(m.gradientMap.value=g.gradientMap)}function d(m,g){m.metalness.value=g.metalness,g.metalnessMap&&(m.metalnessMap.value=g.metalnessMap,t(g.metalnessMap,m.metalnessMapTransform)),m.roughness.value=g.roughness,g.roughnessMap&&(m.roughnessMap.value=g.roughnessMap,t(g.roughnessMap,m.roughnessMapTransform)),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)}function f(m,g,x){m.ior.value=g.ior,g.diffuseRoughness>0&&(m.diffuseRoughness.value=g.diffuseRoughness,g.diffuseRoughnessMap&&(m.diffuseRoughnessMap.value=g.diffuseRoughnessMap,t(g.diffuseRoughnessMap,m.diffuseRoughnessMapTransform))),g.sheen>0&&(m.sheenColor.value.copy(g.sheenColor).multiplyScalar(g.sheen),m.sheenRoughness.value=g.sheenRoughness,g.sheenColorMap&&(m.sheenColorMap.value=g.sheenColorMap,t(g.sheenColorMap,m.sheenColorMapTransform)),g.sheenRoughnessMap&&(m.sheenRoughnessMap.value=g.sheenRoughnessMap,t(g.sheenRoughnessMap,m.sheenRoughnessMapTransform))),g.clearcoat>0&&(m.clearcoat.value=g.clearcoat,m.clearcoatRoughness.value=g.clearcoatRoughness,g.clearcoatMap&&(m.clearcoatMap.value=g.clearcoatMap,t(g.clearcoatMap,m.clearcoatMapTransform)),g.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=g.clearcoatRoughnessMap,t(g.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),g.clearcoatNormalMap&&(m.clearcoatNormalMap.value=g.clearcoatNormalMap,t(g.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(g.clearcoatNormalScale),g.side===pi&&m.clearcoatNormalScale.value.negate())),g.dispersion>0&&(m.dispersion.value=g.dispersion),g.retroreflectivity>0&&(m.retroreflectivity.value=g.retroreflectivity),g.iridescence>0&&(m.iridescence.value=g.iridescence,m.iridescenceIOR.value=g.iridescenceIOR,m.iridescenceThicknessMinimum.value=g.iridescenceThicknessMinimum,m.iridescenceThicknessMaximum.value=g.iridescenceThicknessMaximum,g.iridescenceMap&&(m.iridescenceMap.value=g.iridescenceMap,t(g.iridescenceMap,m.iridescenceMapTransform)),g.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=g.iridescenceThicknessMap,t(g.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),g.transmission>0&&(m.transmission.value=g.transmission,m.transmissionSamplerMap.value=x.texture,m.transmissionSamplerSize.value.set(x.width,x.height),g.transmissionMap&&(m.transmissionMap.value=g.transmissionMap,t(g.transmissionMap,m.transmissionMapTransform)),m.thickness.value=g.thickness,g.thicknessMap&&(m.thicknessMap.value=g.thicknessMap,t(g.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=g.attenuationDistance,m.attenuationColor.value.copy(g.attenuationColor)),g.anisotropy>0&&(m.anisotropyVector.value.set(g.anisotropy*Math.cos(g.anisotropyRotation),g.anisotropy*Math.sin(g.anisotropyRotation)),g.anisotropyMap&&(m.anisotropyMap.value=g.anisotropyMap,t(g.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=g.specularIntensity,m.specularColor.value.copy(g.specularColor),g.specularColorMap&&(m.specularColorMap.value=g.specularColorMap,t(g.specularColorMap,m.specularColorMapTransform)),g.specularIntensityMap&&(m.specularIntensityMap.value=g.specularIntensityMap,t(g.specularIntensityMap,m.specularIntensityMapTransform))}function p(m,g){g.matcap&&(m.matcap.value=g.matcap)}function _(m,g){let x=e.get(g).light;m.referencePosition.value.setFromMatrixPosition(x.matrixWorld),m.nearDistance.value=x.shadow.camera.near,m.farDistance.value=x.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:i}}function UE(s,e,t,n){let i={},r={};function o(x,M){let v=M.program;n.uniformBlockBinding(x,v,i[x.id])}function a(x,M){let v=i[x.id];v===void 0&&(p(x),v=l(x),i[x.id]=v,x.addEventListener("dispose",m));let T=M.program;n.updateUBOMapping(x,T);let b=e.render.frame;r[x.id]!==b&&(c(x),r[x.id]=b)}function l(x){let M=s.createBuffer(),v=x.__size,T=x.usage;return s.bindBuffer(s.UNIFORM_BUFFER,M),s.bufferData(s.UNIFORM_BUFFER,v,T),s.bindBuffer(s.UNIFORM_BUFFER,null),M}function c(x){let M=i[x.id],v=x.uniforms,T=x.__cache;s.bindBuffer(s.UNIFORM_BUFFER,M);for(let b=0,y=v.length;b<y;b++){let w=v[b];if(Array.isArray(w))for(let I=0,P=w.length;I<P;I++)h(w[I],b,I,T);else h(w,b,0,T)}s.bindBuffer(s.UNIFORM_BUFFER,null)}function h(x,M,v,T){if(d(x,M,v,T)===!0){let b=x.__offset,y=x.value;if(Array.isArray(y)){let w=0;for(let I=0;I<y.length;I++){let P=y[I],C=_(P,!0);u(P,x.__data,w),w+=C.storage/Float32Array.BYTES_PER_ELEMENT}}else u(y,x.__data,0);s.bufferSubData(s.UNIFORM_BUFFER,b,x.__data)}}function u(x,M,v){typeof x=="number"||typeof x=="boolean"?M[v]=x:x.isMatrix3?(M[v]=x.elements[0],M[v+1]=x.elements[1],M[v+2]=x.elements[2],M[v+3]=0,M[v+4]=x.elements[3],M[v+5]=x.elements[4],M[v+6]=x.elements[5],M[v+7]=0,M[v+8]=x.elements[6],M[v+9]=x.elements[7],M[v+10]=x.elements[8],M[v+11]=0):ArrayBuffer.isView(x)?M.set(x.subarray(0,M.length-v),v):x.toArray(M,v)}function d(x,M,v,T){let b=x.value,y=M+"_"+v;if(Array.isArray(b)){T[y]===void 0&&(T[y]=[]);let w=T[y],I=!1;for(let P=0;P<b.length;P++)f(b[P],w,P)===!0&&(I=!0);return I}return f(b,T,y)}function f(x,M,v){if(M[v]===void 0)return typeof x=="number"||typeof x=="boolean"?M[v]=x:ArrayBuffer.isView(x)?M[v]=x.slice():M[v]=x.clone(),!0;{let T=M[v];if(typeof x=="number"||typeof x=="boolean"){if(T!==x)return M[v]=x,!0}else{if(ArrayBuffer.isView(x))return!0;if(T.equals(x)===!1)return T.copy(x),!0}}return!1}function p(x){let M=x.uniforms,v=0,T=16;for(let y=0,w=M.length;y<w;y++){let I=Array.isArray(M[y])?M[y]:[M[y]];for(let P=0,C=I.length;P<C;P++){let U=I[P],k=Array.isArray(U.value)?U.value:[U.value],L=Array.isArray(M[y])||Array.isArray(U.value),B=v;for(let G=0,ne=k.length;G<ne;G++){let Y=k[G],K=_(Y,L),$=v%T,le=$%K.boundary,ie=$+le;v+=le,ie!==0&&T-ie<K.storage&&(v+=T-ie),G===0&&(B=v),v+=K.storage}let O=U.type==="int"?Int32Array:U.type==="uint"?Uint32Array:Float32Array;U.__data=new O((v-B)/Float32Array.BYTES_PER_ELEMENT),U.__offset=B}}let b=v%T;return b>0&&(v+=T-b),x.__size=v,x.__cache={},this}function _(x,M){let v={boundary:0,storage:0};return typeof x=="number"||typeof x=="boolean"?(v.boundary=4,v.storage=4):x.isVector2?(v.boundary=8,v.storage=8):x.isVector3||x.isColor?(v.boundary=16,v.storage=12):x.isVector4?(v.boundary=16,v.storage=16):x.isMatrix3?(v.boundary=16,v.storage=48):x.isMatrix4?(v.boundary=16,v.storage=64):x.isTexture?Ye("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(x)?(v.boundary=16,v.storage=x.byteLength):Ye("WebGLRenderer: Unsupported uniform value type.",x),M===!0&&(v.boundary=16,v.storage=Math.ceil(v.storage/16)*16),v}function m(x){let M=x.target;M.removeEventListener("dispose",m),s.deleteBuffer(i[M.id]),delete i[M.id],delete r[M.id]}function g(){for(let x in i)s.deleteBuffer(i[x]);i={},r={}}return{bind:o,update:a,dispose:g}}var FE=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),As=null;function OE(){return As===null&&(As=new yr(FE,16,16,Er,cs),As.name="DFG_LUT",As.minFilter=hn,As.magFilter=hn,As.wrapS=qn,As.wrapT=qn,As.generateMipmaps=!1,As.needsUpdate=!0),As}var au=class{constructor(e={}){let{canvas:t=n_(),context:n=null,depth:i=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:d=!1,outputBufferType:f=vi}=e;this.isWebGLRenderer=!0;let p;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");p=n.getContextAttributes().alpha}else p=o;let _=f,m=new Set([Th,wh,Mh]),g=new Set([vi,ls,ha,no,vh,bh]),x=new Uint32Array(4),M=new Int32Array(4),v={textures:[],min:[],max:[],resolution:[]},T=null,b=null,y=[],w=[],I=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=Ts,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let P=this,C=!1,U=null,k=null,L=null,B=null;this._outputColorSpace=bt;let O=0,G=0,ne=null,Y=-1,K=null,$=new Dt,le=new Dt,ie=null,q=new Oe(0),se=0,ee=t.width,re=t.height,pe=1,Ne=null,je=null,Ue=new Dt(0,0,ee,re),st=new Dt(0,0,ee,re),ht=!1,rt=new xr,Zt=new ih,Wt=!1,gn=!1,Ft=new Ge,Fn=new V,St=new Dt,En={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},nn=!1;function _n(){return ne===null?pe:1}let H=n;function Ce(R,W){return t.getContext(R,W)}let Je,lt,we,Bt,We,Ze,N,E,j,ge,ue,ve,be,oe,ce,ye,z,he,ae,Te,xe,Me,qe;try{let R={alpha:!0,depth:i,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:u};if("setAttribute"in t&&t.setAttribute("data-engine",`three.js r${"187"}`),t.addEventListener("webglcontextlost",ze,!1),t.addEventListener("webglcontextrestored",tt,!1),t.addEventListener("webglcontextcreationerror",Re,!1),H===null){let W="webgl2";if(H=Ce(W,R),H===null)throw Ce(W)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}et()}catch(R){throw t.removeEventListener("webglcontextlost",ze,!1),t.removeEventListener("webglcontextrestored",tt,!1),t.removeEventListener("webglcontextcreationerror",Re,!1),Qe("WebGLRenderer: "+R.message),R}function et(){Je=new jw(H),Je.init(),xe=new PE(H,Je),lt=new Ow(H,Je,e,xe),we=new RE(H,Je),lt.reversedDepthBuffer&&d&&we.buffers.depth.setReversed(!0),k=H.createFramebuffer(),L=H.createFramebuffer(),B=H.createFramebuffer(),Bt=new Jw(H),We=new pE,Ze=new CE(H,Je,we,We,lt,xe,Bt),N=new Yw(P),E=new Qb(H),Me=new Uw(H,E),j=new Kw(H,E,Bt,Me),ge=new Qw(H,j,E,Me,Bt),he=new $w(H,lt,Ze),ce=new Bw(We),ue=new fE(P,N,Je,lt,Me,ce),ve=new DE(P,We),be=new gE,oe=new SE(Je),z=new Dw(P,N,we,ge,p,l),ye=new AE(P,ge,lt),qe=new UE(H,Bt,lt,we),ae=new Fw(H,Je,Bt),Te=new Zw(H,Je,Bt),Bt.programs=ue.programs,P.capabilities=lt,P.extensions=Je,P.properties=We,P.renderLists=be,P.shadowMap=ye,P.state=we,P.info=Bt}_!==vi&&(I=new tT(_,t.width,t.height,a,i,r));let me=new Jf(P,H);this.xr=me,this.getContext=function(){return H},this.getContextAttributes=function(){return H.getContextAttributes()},this.forceContextLoss=function(){let R=Je.get("WEBGL_lose_context");R&&R.loseContext()},this.forceContextRestore=function(){let R=Je.get("WEBGL_lose_context");R&&R.restoreContext()},this.getPixelRatio=function(){return pe},this.setPixelRatio=function(R){R!==void 0&&(pe=R,this.setSize(ee,re,!1))},this.getSize=function(R){return R.set(ee,re)},this.setSize=function(R,W,te=!0){if(me.isPresenting){Ye("WebGLRenderer: Can't change size while VR device is presenting.");return}ee=R,re=W,t.width=Math.floor(R*pe),t.height=Math.floor(W*pe),te===!0&&(t.style.width=R+"px",t.style.height=W+"px"),I!==null&&I.setSize(t.width,t.height),this.setViewport(0,0,R,W)},this.getDrawingBufferSize=function(R){return R.set(ee*pe,re*pe).floor()},this.setDrawingBufferSize=function(R,W,te){ee=R,re=W,pe=te,t.width=Math.floor(R*te),t.height=Math.floor(W*te),this.setViewport(0,0,R,W)},this.setEffects=function(R){if(_===vi){Qe("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(R){for(let W=0;W<R.length;W++)if(R[W].isOutputPass===!0){Ye("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}I.setEffects(R||[])},this.getCurrentViewport=function(R){return R.copy($)},this.getViewport=function(R){return R.copy(Ue)},this.setViewport=function(R,W,te,Z){R.isVector4?Ue.set(R.x,R.y,R.z,R.w):Ue.set(R,W,te,Z),we.viewport($.copy(Ue).multiplyScalar(_n()).round())},this.getScissor=function(R){return R.copy(st)},this.setScissor=function(R,W,te,Z){R.isVector4?st.set(R.x,R.y,R.z,R.w):st.set(R,W,te,Z),we.scissor(le.copy(st).multiplyScalar(_n()).round())},this.getScissorTest=function(){return ht},this.setScissorTest=function(R){we.setScissorTest(ht=R)},this.setOpaqueSort=function(R){Ne=R},this.setTransparentSort=function(R){je=R},this.getClearColor=function(R){return R.copy(z.getClearColor())},this.setClearColor=function(){z.setClearColor(...arguments)},this.getClearAlpha=function(){return z.getClearAlpha()},this.setClearAlpha=function(){z.setClearAlpha(...arguments)},this.clear=function(R=!0,W=!0,te=!0){let Z=0;if(R){let J=!1;if(ne!==null){let Ee=ne.texture.format;J=m.has(Ee)}if(J){let Ee=ne.texture.type,Pe=g.has(Ee),Ae=z.getClearColor(),Ie=z.getClearAlpha(),He=Ae.r,nt=Ae.g,gt=Ae.b;Pe?(x[0]=He,x[1]=nt,x[2]=gt,x[3]=Ie,H.clearBufferuiv(H.COLOR,0,x)):(M[0]=He,M[1]=nt,M[2]=gt,M[3]=Ie,H.clearBufferiv(H.COLOR,0,M))}else Z|=H.COLOR_BUFFER_BIT}W&&(Z|=H.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),te&&(Z|=H.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),Z!==0&&H.clear(Z)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(R){R.setRenderer(this),U=R},this.dispose=function(){t.removeEventListener("webglcontextlost",ze,!1),t.removeEventListener("webglcontextrestored",tt,!1),t.removeEventListener("webglcontextcreationerror",Re,!1),z.dispose(),be.dispose(),oe.dispose(),Ze.dispose(),We.dispose(),N.dispose(),ge.dispose(),j.dispose(),Me.dispose(),qe.dispose(),ue.dispose(),me.dispose(),me.removeEventListener("sessionstart",Wl),me.removeEventListener("sessionend",hs),Ps.stop()};function ze(R){R.preventDefault(),$a("WebGLRenderer: Context Lost."),C=!0}function tt(){$a("WebGLRenderer: Context Restored."),C=!1;let R=Bt.autoReset,W=ye.enabled,te=ye.autoUpdate,Z=ye.needsUpdate,J=ye.type;et(),Bt.autoReset=R,ye.enabled=W,ye.autoUpdate=te,ye.needsUpdate=Z,ye.type=J}function Re(R){Qe("WebGLRenderer: A WebGL context could not be created. Reason: ",R.statusMessage)}function ut(R){let W=R.target;W.removeEventListener("dispose",ut),Xt(W)}function Xt(R){ni(R),We.remove(R)}function ni(R){let W=We.get(R).programs;W!==void 0&&(W.forEach(function(te){ue.releaseProgram(te)}),R.isShaderMaterial&&ue.releaseShaderCache(R))}this.renderBufferDirect=function(R,W,te,Z,J,Ee){W===null&&(W=En);let Pe=J.isMesh&&J.matrixWorld.determinantAffine()<0,Ae=Ma(R,W,te,Z,J);we.setMaterial(Z,Pe);let Ie=te.index,He=1;if(Z.wireframe===!0){if(Ie=j.getWireframeAttribute(te),Ie===void 0)return;He=2}let nt=te.drawRange,gt=te.attributes.position,Ve=nt.start*He,_t=(nt.start+nt.count)*He;Ee!==null&&(Ve=Math.max(Ve,Ee.start*He),_t=Math.min(_t,(Ee.start+Ee.count)*He)),Ie!==null?(Ve=Math.max(Ve,0),_t=Math.min(_t,Ie.count)):gt!=null&&(Ve=Math.max(Ve,0),_t=Math.min(_t,gt.count));let $t=_t-Ve;if($t<0||$t===1/0)return;Me.setup(J,Z,Ae,te,Ie);let It,Lt=ae;if(Ie!==null&&(It=E.get(Ie),Lt=Te,Lt.setIndex(It)),J.isMesh)Z.wireframe===!0?(we.setLineWidth(Z.wireframeLinewidth*_n()),Lt.setMode(H.LINES)):Lt.setMode(H.TRIANGLES);else if(J.isLine){let An=Z.linewidth;An===void 0&&(An=1),we.setLineWidth(An*_n()),J.isLineSegments?Lt.setMode(H.LINES):J.isLineLoop?Lt.setMode(H.LINE_LOOP):Lt.setMode(H.LINE_STRIP)}else J.isPoints?Lt.setMode(H.POINTS):J.isSprite&&Lt.setMode(H.TRIANGLES);if(J.isBatchedMesh)if(Je.get("WEBGL_multi_draw"))Lt.renderMultiDraw(J._multiDrawStarts,J._multiDrawCounts,J._multiDrawCount);else{let An=J._multiDrawStarts,Be=J._multiDrawCounts,yn=J._multiDrawCount,xt=Ie?E.get(Ie).bytesPerElement:1,Ls=We.get(Z).currentProgram.getUniforms();for(let xn=0;xn<yn;xn++)Ls.setValue(H,"_gl_DrawID",xn),Lt.render(An[xn]/xt,Be[xn])}else if(J.isInstancedMesh)Lt.renderInstances(Ve,$t,J.count);else if(te.isInstancedBufferGeometry){let An=te._maxInstanceCount!==void 0?te._maxInstanceCount:1/0,Be=Math.min(te.instanceCount,An);Lt.renderInstances(Ve,$t,Be)}else Lt.render(Ve,$t)};function va(R,W,te,Z){U!==null&&R.isNodeMaterial&&U.setObject(Z,R),Wt===!0&&ce.setState(R,te,!1),R.transparent===!0&&R.side===xi&&R.forceSinglePass===!1?(R.side=pi,R.needsUpdate=!0,us(R,W,Z),R.side=Yi,R.needsUpdate=!0,us(R,W,Z),R.side=xi):us(R,W,Z)}this.compile=function(R,W,te=null){te===null&&(te=R),U!==null&&U.renderStart(R,W,te),b=oe.get(te),b.init(W),w.push(b),te.traverseVisible(function(J){J.isLight&&J.layers.test(W.layers)&&(b.pushLight(J),J.castShadow&&b.pushShadow(J))}),R!==te&&R.traverseVisible(function(J){J.isLight&&J.layers.test(W.layers)&&(b.pushLight(J),J.castShadow&&b.pushShadow(J))}),b.setupLights(),U!==null&&U.updateLights(b.state.lightsArray),gn=this.localClippingEnabled,Wt=ce.init(this.clippingPlanes,gn),Wt===!0&&ce.setGlobalState(this.clippingPlanes,W),U!==null&&ye.render(b.state.shadowsArray,te,W);let Z=new Set;return R.traverse(function(J){if(!(J.isMesh||J.isPoints||J.isLine||J.isSprite))return;let Ee=J.material;if(Ee)if(Array.isArray(Ee))for(let Pe=0;Pe<Ee.length;Pe++){let Ae=Ee[Pe];va(Ae,te,W,J),Z.add(Ae)}else va(Ee,te,W,J),Z.add(Ee)}),b=w.pop(),U!==null&&U.renderEnd(),Z},this.compileAsync=function(R,W,te=null){let Z=this.compile(R,W,te);return new Promise(J=>{function Ee(){if(Z.forEach(function(Pe){let Ie=We.get(Pe).currentProgram;(Ie===void 0||Ie.isReady())&&Z.delete(Pe)}),Z.size===0){J(R);return}setTimeout(Ee,10)}Je.get("KHR_parallel_shader_compile")!==null?Ee():setTimeout(Ee,10)})};let oo=null;function Lu(R){oo&&oo(R)}function Wl(){Ps.stop()}function hs(){Ps.start()}let Ps=new D_;Ps.setAnimationLoop(Lu),typeof self<"u"&&Ps.setContext(self),this.setAnimationLoop=function(R){oo=R,me.setAnimationLoop(R),R===null?Ps.stop():Ps.start()},me.addEventListener("sessionstart",Wl),me.addEventListener("sessionend",hs),this.render=function(R,W){if(W!==void 0&&W.isCamera!==!0){Qe("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(C===!0)return;U!==null&&U.renderStart(R,W);let te=me.enabled===!0&&me.isPresenting===!0,Z=I!==null&&(ne===null||te)&&I.begin(P,ne);if(R.matrixWorldAutoUpdate===!0&&R.updateMatrixWorld(),W.parent===null&&W.matrixWorldAutoUpdate===!0&&W.updateMatrixWorld(),me.enabled===!0&&me.isPresenting===!0&&(I===null||I.isCompositing()===!1)&&(me.cameraAutoUpdate===!0&&me.updateCamera(W),W=me.getCamera()),R.isScene===!0&&R.onBeforeRender(P,R,W,ne),b=oe.get(R,w.length),b.init(W),b.state.textureUnits=Ze.getTextureUnits(),w.push(b),Ft.multiplyMatrices(W.projectionMatrix,W.matrixWorldInverse),W.isArrayCamera?Zt.setFromArrayCamera(W):rt.setFromProjectionMatrix(Ft,Gi,W.reversedDepth),gn=this.localClippingEnabled,Wt=ce.init(this.clippingPlanes,gn),T=be.get(R,y.length),T.init(),y.push(T),this.info.render.frame++,me.enabled===!0&&me.isPresenting===!0){let Pe=P.xr.getDepthSensingMesh();Pe!==null&&Is(Pe,W,-1/0,P.sortObjects)}Is(R,W,0,P.sortObjects),T.finish(),U!==null&&U.updateLights(b.state.lightsArray),P.sortObjects===!0&&T.sort(Ne,je),nn=me.enabled===!1||me.isPresenting===!1||me.hasDepthSensing()===!1,nn&&z.addToRenderList(T,R),this.info.autoReset===!0&&this.info.reset(),Wt===!0&&ce.beginShadows();let J=b.state.shadowsArray;if(ye.render(J,R,W),Wt===!0&&ce.endShadows(),(Z&&I.hasRenderPass())===!1){let Pe=T.opaque,Ae=T.transmissive;if(b.setupLights(),W.isArrayCamera){let Ie=W.cameras;if(Ae.length>0)for(let He=0,nt=Ie.length;He<nt;He++){let gt=Ie[He];Ji(Pe,Ae,R,gt)}nn&&z.render(R);for(let He=0,nt=Ie.length;He<nt;He++){let gt=Ie[He];ba(T,R,gt,gt.viewport)}}else Ae.length>0&&Ji(Pe,Ae,R,W),nn&&z.render(R),ba(T,R,W)}ne!==null&&G===0&&(Ze.updateMultisampleRenderTarget(ne),Ze.updateRenderTargetMipmap(ne)),Z&&I.end(P),R.isScene===!0&&R.onAfterRender(P,R,W),Me.resetDefaultState(),Y=-1,K=null,w.pop(),w.length>0?(b=w[w.length-1],Ze.setTextureUnits(b.state.textureUnits),Wt===!0&&ce.setGlobalState(P.clippingPlanes,b.state.camera)):b=null,y.pop(),y.length>0?T=y[y.length-1]:T=null,U!==null&&U.renderEnd()};function Is(R,W,te,Z){if(R.visible===!1)return;if(R.layers.test(W.layers)){if(R.isGroup)te=R.renderOrder;else if(R.isLOD)R.autoUpdate===!0&&R.update(W);else if(R.isLight)b.pushLight(R),R.castShadow&&b.pushShadow(R);else if(R.isSprite){let Pe=W.isArrayCamera?Zt:rt;if(!R.frustumCulled||R.intersectsFrustum(Pe)){Z&&St.setFromMatrixPosition(R.matrixWorld).applyMatrix4(Ft);let Ae=ge.update(R),Ie=R.material;Ie.visible&&T.push(R,Ae,Ie,te,St.z,null,W)}}else if(R.isMesh||R.isLine||R.isPoints){let Pe=W.isArrayCamera?Zt:rt;if(!R.frustumCulled||R.intersectsFrustum(Pe)){let Ae=ge.update(R),Ie=R.material;if(Z&&(R.boundingSphere!==void 0?(R.boundingSphere===null&&R.computeBoundingSphere(),St.copy(R.boundingSphere.center)):(Ae.boundingSphere===null&&Ae.computeBoundingSphere(),St.copy(Ae.boundingSphere.center)),St.applyMatrix4(R.matrixWorld).applyMatrix4(Ft)),Array.isArray(Ie)){let He=Ae.groups;for(let nt=0,gt=He.length;nt<gt;nt++){let Ve=He[nt],_t=Ie[Ve.materialIndex];_t&&_t.visible&&T.push(R,Ae,_t,te,St.z,Ve,W)}}else Ie.visible&&T.push(R,Ae,Ie,te,St.z,null,W)}}}let Ee=R.children;for(let Pe=0,Ae=Ee.length;Pe<Ae;Pe++)Is(Ee[Pe],W,te,Z)}function ba(R,W,te,Z){let{opaque:J,transmissive:Ee,transparent:Pe}=R;b.setupLightsView(te),Wt===!0&&ce.setGlobalState(P.clippingPlanes,te),Z&&we.viewport($.copy(Z)),J.length>0&&sn(J,W,te),Ee.length>0&&sn(Ee,W,te),Pe.length>0&&sn(Pe,W,te),we.buffers.depth.setTest(!0),we.buffers.depth.setMask(!0),we.buffers.color.setMask(!0),we.setPolygonOffset(!1)}function Ji(R,W,te,Z){if((te.isScene===!0?te.overrideMaterial:null)!==null)return;if(b.state.transmissionRenderTarget[Z.id]===void 0){let Ve=Je.has("EXT_color_buffer_half_float")||Je.has("EXT_color_buffer_float");b.state.transmissionRenderTarget[Z.id]=new Ni(1,1,{generateMipmaps:!0,type:Ve?cs:vi,minFilter:mi,samples:Math.max(4,lt.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:at.workingColorSpace})}let Ee=b.state.transmissionRenderTarget[Z.id],Pe=Z.viewport||$;Ee.setSize(Pe.z*P.transmissionResolutionScale,Pe.w*P.transmissionResolutionScale);let Ae=P.getRenderTarget(),Ie=P.getActiveCubeFace(),He=P.getActiveMipmapLevel();P.setRenderTarget(Ee),P.getClearColor(q),se=P.getClearAlpha(),se<1&&P.setClearColor(16777215,.5),P.clear(),nn&&z.render(te);let nt=P.toneMapping;P.toneMapping=Ts;let gt=Z.viewport;if(Z.viewport!==void 0&&(Z.viewport=void 0),b.setupLightsView(Z),Wt===!0&&ce.setGlobalState(P.clippingPlanes,Z),sn(R,te,Z),Ze.updateMultisampleRenderTarget(Ee),Ze.updateRenderTargetMipmap(Ee),Je.has("WEBGL_multisampled_render_to_texture")===!1){let Ve=!1;for(let _t=0,$t=W.length;_t<$t;_t++){let It=W[_t],{object:Lt,geometry:An,material:Be,group:yn}=It;if(Be.side===xi&&Lt.layers.test(Z.layers)){let xt=Be.side;Be.side=pi,Be.needsUpdate=!0,un(Lt,te,Z,An,Be,yn),Be.side=xt,Be.needsUpdate=!0,Ve=!0}}Ve===!0&&(Ze.updateMultisampleRenderTarget(Ee),Ze.updateRenderTargetMipmap(Ee))}P.setRenderTarget(Ae,Ie,He),P.setClearColor(q,se),gt!==void 0&&(Z.viewport=gt),P.toneMapping=nt}function sn(R,W,te){let Z=W.isScene===!0?W.overrideMaterial:null;for(let J=0,Ee=R.length;J<Ee;J++){let Pe=R[J],{object:Ae,geometry:Ie,group:He}=Pe,nt=Pe.material;nt.allowOverride===!0&&Z!==null&&(nt=Z),Ae.layers.test(te.layers)&&un(Ae,W,te,Ie,nt,He)}}function un(R,W,te,Z,J,Ee){U!==null&&J.isNodeMaterial&&U.setObject(R,J),R.onBeforeRender(P,W,te,Z,J,Ee),R.modelViewMatrix.multiplyMatrices(te.matrixWorldInverse,R.matrixWorld),R.normalMatrix.getNormalMatrix(R.modelViewMatrix),J.onBeforeRender(P,W,te,Z,R,Ee),J.transparent===!0&&J.side===xi&&J.forceSinglePass===!1?(J.side=pi,J.needsUpdate=!0,P.renderBufferDirect(te,W,Z,J,R,Ee),J.side=Yi,J.needsUpdate=!0,P.renderBufferDirect(te,W,Z,J,R,Ee),J.side=xi):P.renderBufferDirect(te,W,Z,J,R,Ee),R.onAfterRender(P,W,te,Z,J,Ee)}function dn(R){let W=0;for(let te of R)te.texture!==null&&W++;return W}function us(R,W,te){W.isScene!==!0&&(W=En);let Z=We.get(R),J=b.state.lights,Ee=b.state.shadowsArray,Pe=J.state.version,Ae=ue.getParameters(R,J.state,Ee,W,te,b.state.lightProbeGridArray),Ie=ue.getProgramCacheKey(Ae),He=Z.programs;Z.environment=R.isMeshStandardMaterial||R.isMeshLambertMaterial||R.isMeshPhongMaterial?W.environment:null,Z.fog=W.fog;let nt=R.isMeshStandardMaterial||R.isMeshLambertMaterial&&!R.envMap||R.isMeshPhongMaterial&&!R.envMap;Z.envMap=N.get(R.envMap||Z.environment,nt),Z.envMapRotation=Z.environment!==null&&R.envMap===null?W.environmentRotation:R.envMapRotation,He===void 0&&(R.addEventListener("dispose",ut),He=new Map,Z.programs=He,Z.programVariants=new Map);let gt=He.get(Ie);if(gt!==void 0){if(Z.currentProgram===gt&&Z.lightsStateVersion===Pe)return Sa(R,Ae),gt}else Ae.uniforms=ue.getUniforms(R),U!==null&&R.isNodeMaterial&&U.build(R,te,Ae),R.onBeforeCompile(Ae,P),gt=ue.acquireProgram(Ae,Ie),He.set(Ie,gt),Z.uniforms=Ae.uniforms;let Ve=Z.uniforms;return(!R.isShaderMaterial&&!R.isRawShaderMaterial||R.clipping===!0)&&(Ve.clippingPlanes=ce.uniform),Sa(R,Ae),Z.needsLights=sr(R),Z.lightsStateVersion=Pe,Z.needsLights&&(Ve.ambientLightColor.value=J.state.ambient,Ve.lightProbe.value=J.state.probe,Ve.sunLights.value=J.state.sun,Ve.sunLightShadows.value=J.state.sunShadow,Ve.directionalLights.value=J.state.directional,Ve.directionalLightShadows.value=J.state.directionalShadow,Ve.spotLights.value=J.state.spot,Ve.spotLightShadows.value=J.state.spotShadow,Ve.rectAreaLights.value=J.state.rectArea,Ve.ltc_1.value=J.state.rectAreaLTC1,Ve.ltc_2.value=J.state.rectAreaLTC2,Ve.pointLights.value=J.state.point,Ve.pointLightShadows.value=J.state.pointShadow,Ve.hemisphereLights.value=J.state.hemi,Ve.sunShadowMatrix.value=J.state.sunShadowMatrix,Ve.sunShadowCascade.value=J.state.sunShadowCascade,Ve.directionalShadowMatrix.value=J.state.directionalShadowMatrix,Ve.spotLightMatrix.value=J.state.spotLightMatrix,Ve.spotLightMap.value=J.state.spotLightMap,Ve.pointShadowMatrix.value=J.state.pointShadowMatrix),Z.numLightProbeGrids=dn(b.state.lightProbeGridArray),Z.currentProgram=gt,Z.uniformsList=null,gt}function Mi(R,W,te,Z,J){let Ee=We.get(R),Pe=Ee.currentProgram.id+","+Z+","+J,Ae=Ee.programVariants.get(Pe);return Ae===void 0?(Ae=us(R,W,te),Ee.programVariants.set(Pe,Ae)):(Ee.currentProgram=Ae,Ee.uniformsList=null,Ee.outputColorSpace=Z,Ee.toneMapping=J),Ae}function ir(R){if(R.uniformsList===null){let W=R.currentProgram.getUniforms();R.uniformsList=fa.seqWithValue(W.seq,R.uniforms)}return R.uniformsList}function Sa(R,W){let te=We.get(R);te.outputColorSpace=W.outputColorSpace,te.batching=W.batching,te.batchingColor=W.batchingColor,te.instancing=W.instancing,te.instancingColor=W.instancingColor,te.instancingMorph=W.instancingMorph,te.skinning=W.skinning,te.morphTargets=W.morphTargets,te.morphNormals=W.morphNormals,te.morphColors=W.morphColors,te.morphTargetsCount=W.morphTargetsCount,te.numClippingPlanes=W.numClippingPlanes,te.numIntersection=W.numClipIntersection,te.vertexAlphas=W.vertexAlphas,te.vertexTangents=W.vertexTangents,te.toneMapping=W.toneMapping}function Ma(R,W,te,Z,J){W.isScene!==!0&&(W=En),Ze.resetTextureUnits();let Ee=W.fog,Pe=Z.isMeshStandardMaterial||Z.isMeshLambertMaterial||Z.isMeshPhongMaterial?W.environment:null,Ae=ne===null?P.outputColorSpace:ne.isXRRenderTarget===!0?ne.texture.colorSpace:at.workingColorSpace,Ie=Z.isMeshStandardMaterial||Z.isMeshLambertMaterial&&!Z.envMap||Z.isMeshPhongMaterial&&!Z.envMap,He=N.get(Z.envMap||Pe,Ie),nt=Z.vertexColors===!0&&!!te.attributes.color&&te.attributes.color.itemSize===4,gt=!!te.attributes.tangent&&(!!Z.normalMap||Z.anisotropy>0),Ve=!!te.morphAttributes.position,_t=!!te.morphAttributes.normal,$t=!!te.morphAttributes.color,It=Ts;Z.toneMapped&&(ne===null||ne.isXRRenderTarget===!0)&&(It=P.toneMapping);let Lt=te.morphAttributes.position||te.morphAttributes.normal||te.morphAttributes.color,An=Lt!==void 0?Lt.length:0,Be=We.get(Z),yn=b.state.lights;if(Wt===!0&&(gn===!0||R!==K)){let Nt=R===K&&Z.id===Y;ce.setState(Z,R,Nt)}let xt=!1,Ls=!1;Z.version===Be.__version?Be.needsLights&&Be.lightsStateVersion!==yn.state.version||J.isBatchedMesh&&Be.batching===!1||!J.isBatchedMesh&&Be.batching===!0||J.isBatchedMesh&&Be.batchingColor===!0&&J._colorsTexture===null||J.isBatchedMesh&&Be.batchingColor===!1&&J._colorsTexture!==null||J.isInstancedMesh&&Be.instancing===!1||!J.isInstancedMesh&&Be.instancing===!0||J.isSkinnedMesh&&Be.skinning===!1||!J.isSkinnedMesh&&Be.skinning===!0||J.isInstancedMesh&&Be.instancingColor===!0&&J.instanceColor===null||J.isInstancedMesh&&Be.instancingColor===!1&&J.instanceColor!==null||J.isInstancedMesh&&Be.instancingMorph===!0&&J.morphTexture===null||J.isInstancedMesh&&Be.instancingMorph===!1&&J.morphTexture!==null||Be.envMap!==He||Z.fog===!0&&Be.fog!==Ee||Be.numClippingPlanes!==void 0&&(Be.numClippingPlanes!==ce.numPlanes||Be.numIntersection!==ce.numIntersection)||Be.vertexAlphas!==nt||Be.vertexTangents!==gt||Be.morphTargets!==Ve||Be.morphNormals!==_t||Be.morphColors!==$t||Be.morphTargetsCount!==An||Be.numLightProbeGrids!==dn(b.state.lightProbeGridArray)?xt=!0:(Be.outputColorSpace!==Ae||Be.toneMapping!==It)&&(Ls=!0):(xt=!0,Be.__version=Z.version);let xn=Be.currentProgram;(xt===!0||Ls===!0)&&(xn=Ls===!0?Mi(Z,W,J,Ae,It):us(Z,W,J),U&&Z.isNodeMaterial&&U.onUpdateProgram(Z,xn,Be));let co=!1,ds=!1,Ns=!1,dt=xn.getUniforms(),rn=Be.uniforms;if(we.useProgram(xn.program)&&(co=!0,ds=!0,Ns=!0),Z.id!==Y&&(Y=Z.id,ds=!0),co||K!==R){we.buffers.depth.getReversed()&&R.reversedDepth!==!0&&(R._reversedDepth=!0,R.updateProjectionMatrix()),dt.setValue(H,"projectionMatrix",R.projectionMatrix),dt.setValue(H,"viewMatrix",R.matrixWorldInverse);let vn=dt.map.cameraPosition;vn!==void 0&&vn.setValue(H,Fn.setFromMatrixPosition(R.matrixWorld)),lt.logarithmicDepthBuffer&&dt.setValue(H,"logDepthBufFC",2/(Math.log(R.far+1)/Math.LN2)),(Z.isMeshPhongMaterial||Z.isMeshToonMaterial||Z.isMeshLambertMaterial||Z.isMeshBasicMaterial||Z.isMeshStandardMaterial||Z.isShaderMaterial)&&dt.setValue(H,"isOrthographic",R.isOrthographicCamera===!0),K!==R&&(K=R,ds=!0,Ns=!0)}if(Be.needsLights&&(yn.state.sunShadowMap.length>0&&dt.setValue(H,"sunShadowMap",yn.state.sunShadowMap,Ze),yn.state.directionalShadowMap.length>0&&dt.setValue(H,"directionalShadowMap",yn.state.directionalShadowMap,Ze),yn.state.spotShadowMap.length>0&&dt.setValue(H,"spotShadowMap",yn.state.spotShadowMap,Ze),yn.state.pointShadowMap.length>0&&dt.setValue(H,"pointShadowMap",yn.state.pointShadowMap,Ze)),J.isSkinnedMesh){dt.setOptional(H,J,"bindMatrix"),dt.setOptional(H,J,"bindMatrixInverse");let Nt=J.skeleton;Nt&&(Nt.boneTexture===null&&Nt.computeBoneTexture(),dt.setValue(H,"boneTexture",Nt.boneTexture,Ze))}J.isBatchedMesh&&(dt.setOptional(H,J,"batchingTexture"),dt.setValue(H,"batchingTexture",J._matricesTexture,Ze),dt.setOptional(H,J,"batchingIdTexture"),dt.setValue(H,"batchingIdTexture",J._indirectTexture,Ze),dt.setOptional(H,J,"batchingColorTexture"),J._colorsTexture!==null&&dt.setValue(H,"batchingColorTexture",J._colorsTexture,Ze));let ii=te.morphAttributes;if((ii.position!==void 0||ii.normal!==void 0||ii.color!==void 0)&&he.update(J,te,xn),(ds||Be.receiveShadow!==J.receiveShadow)&&(Be.receiveShadow=J.receiveShadow,dt.setValue(H,"receiveShadow",J.receiveShadow)),(Z.isMeshStandardMaterial||Z.isMeshLambertMaterial||Z.isMeshPhongMaterial)&&Z.envMap===null&&W.environment!==null&&(rn.envMapIntensity.value=W.environmentIntensity),rn.dfgLUT!==void 0&&(rn.dfgLUT.value=OE()),ds){if(dt.setValue(H,"toneMappingExposure",P.toneMappingExposure),Be.needsLights&&ao(rn,Ns),Ee&&Z.fog===!0&&ve.refreshFogUniforms(rn,Ee),ve.refreshMaterialUniforms(rn,Z,pe,re,b.state.transmissionRenderTarget[R.id]),Be.needsLights&&Be.numLightProbeGrids>0){let Nt=v,vn=0;for(let Kn of b.state.lightProbeGridArray)Kn.texture!==null&&(Nt.textures[vn]=Kn.texture,Nt.min[vn]=Kn.boundingBox.min,Nt.max[vn]=Kn.boundingBox.max,Nt.resolution[vn]=Kn.resolution,vn++);for(let Kn in Nt)Nt[Kn].length=vn;rn.probesSH.value=Nt.textures,rn.probesMin.value=Nt.min,rn.probesMax.value=Nt.max,rn.probesResolution.value=Nt.resolution}fa.upload(H,ir(Be),rn,Ze)}if(Z.isShaderMaterial&&Z.uniformsNeedUpdate===!0&&(fa.upload(H,ir(Be),rn,Ze),Z.uniformsNeedUpdate=!1),Z.isSpriteMaterial&&dt.setValue(H,"center",J.center),dt.setValue(H,"modelViewMatrix",J.modelViewMatrix),dt.setValue(H,"normalMatrix",J.normalMatrix),dt.setValue(H,"modelMatrix",J.matrixWorld),Z.uniformsGroups!==void 0){let Nt=Z.uniformsGroups;for(let vn=0,Kn=Nt.length;vn<Kn;vn++){let Xl=Nt[vn];qe.update(Xl,xn),qe.bind(Xl,xn)}}return xn}function ao(R,W){R.ambientLightColor.needsUpdate=W,R.lightProbe.needsUpdate=W,R.sunLights.needsUpdate=W,R.sunLightShadows.needsUpdate=W,R.directionalLights.needsUpdate=W,R.directionalLightShadows.needsUpdate=W,R.pointLights.needsUpdate=W,R.pointLightShadows.needsUpdate=W,R.spotLights.needsUpdate=W,R.spotLightShadows.needsUpdate=W,R.rectAreaLights.needsUpdate=W,R.hemisphereLights.needsUpdate=W}function sr(R){return R.isMeshLambertMaterial||R.isMeshToonMaterial||R.isMeshPhongMaterial||R.isMeshStandardMaterial||R.isShadowMaterial||R.isShaderMaterial&&R.lights===!0}this.getActiveCubeFace=function(){return O},this.getActiveMipmapLevel=function(){return G},this.getRenderTarget=function(){return ne},this.setRenderTargetTextures=function(R,W,te){let Z=We.get(R);Z.__autoAllocateDepthBuffer=R.resolveDepthBuffer===!1,Z.__autoAllocateDepthBuffer===!1&&(Z.__useRenderToTexture=!1),We.get(R.texture).__webglTexture=W,We.get(R.depthTexture).__webglTexture=Z.__autoAllocateDepthBuffer?void 0:te,Z.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(R,W){let te=We.get(R);te.__webglFramebuffer=W,te.__useDefaultFramebuffer=W===void 0},this.setRenderTarget=function(R,W=0,te=0){ne=R,O=W,G=te;let Z=null,J=!1,Ee=!1;if(R){let Ae=We.get(R);if(Ae.__useDefaultFramebuffer!==void 0){we.bindFramebuffer(H.FRAMEBUFFER,Ae.__webglFramebuffer),$.copy(R.viewport),le.copy(R.scissor),ie=R.scissorTest,we.viewport($),we.scissor(le),we.setScissorTest(ie),Y=-1;return}else if(Ae.__webglFramebuffer===void 0)Ze.setupRenderTarget(R);else if(Ae.__hasExternalTextures)Ze.rebindTextures(R,We.get(R.texture).__webglTexture,We.get(R.depthTexture).__webglTexture);else if(R.depthBuffer){let nt=R.depthTexture;if(Ae.__boundDepthTexture!==nt){if(nt!==null&&We.has(nt)&&(R.width!==nt.image.width||R.height!==nt.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");Ze.setupDepthRenderbuffer(R)}}let Ie=R.texture;(Ie.isData3DTexture||Ie.isDataArrayTexture||Ie.isCompressedArrayTexture)&&(Ee=!0);let He=We.get(R).__webglFramebuffer;R.isWebGLCubeRenderTarget?(Array.isArray(He[W])?Z=He[W][te]:Z=He[W],J=!0):R.samples>0&&Ze.useMultisampledRTT(R)===!1?Z=We.get(R).__webglMultisampledFramebuffer:Array.isArray(He)?Z=He[te]:Z=He,$.copy(R.viewport),le.copy(R.scissor),ie=R.scissorTest}else $.copy(Ue).multiplyScalar(pe).floor(),le.copy(st).multiplyScalar(pe).floor(),ie=ht;if(te!==0&&(Z=k),we.bindFramebuffer(H.FRAMEBUFFER,Z)&&we.drawBuffers(R,Z),we.viewport($),we.scissor(le),we.setScissorTest(ie),J){let Ae=We.get(R.texture);H.framebufferTexture2D(H.FRAMEBUFFER,H.COLOR_ATTACHMENT0,H.TEXTURE_CUBE_MAP_POSITIVE_X+W,Ae.__webglTexture,te)}else if(Ee){let Ae=W;for(let Ie=0;Ie<R.textures.length;Ie++){let He=We.get(R.textures[Ie]);H.framebufferTextureLayer(H.FRAMEBUFFER,H.COLOR_ATTACHMENT0+Ie,He.__webglTexture,te,Ae)}}else if(R!==null&&te!==0){let Ae=We.get(R.texture);H.framebufferTexture2D(H.FRAMEBUFFER,H.COLOR_ATTACHMENT0,H.TEXTURE_2D,Ae.__webglTexture,te)}Y=-1};function lo(R){let W=We.get(R);return(W.__readFormat!==R.format||W.__readType!==R.type)&&(W.__readFormat=R.format,W.__readType=R.type,W.__formatReadable=lt.textureFormatReadable(R.format),W.__typeReadable=lt.textureTypeReadable(R.type)),W}this.readRenderTargetPixels=function(R,W,te,Z,J,Ee,Pe,Ae=0){if(!(R&&R.isWebGLRenderTarget)){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Ie=We.get(R).__webglFramebuffer;if(R.isWebGLCubeRenderTarget&&Pe!==void 0&&(Ie=Ie[Pe],Array.isArray(Ie)&&(Ie=Ie[0])),Ie){we.bindFramebuffer(H.FRAMEBUFFER,Ie);try{let He=R.textures[Ae],nt=He.format,gt=He.type;R.textures.length>1&&H.readBuffer(H.COLOR_ATTACHMENT0+Ae);let Ve=lo(He);if(Ve.__formatReadable===!1){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Ve.__typeReadable===!1){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}W>=0&&W<=R.width-Z&&te>=0&&te<=R.height-J&&H.readPixels(W,te,Z,J,xe.convert(nt),xe.convert(gt),Ee)}finally{let He=ne!==null?We.get(ne).__webglFramebuffer:null;we.bindFramebuffer(H.FRAMEBUFFER,He)}}},this.readRenderTargetPixelsAsync=async function(R,W,te,Z,J,Ee,Pe,Ae=0){if(!(R&&R.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Ie=We.get(R).__webglFramebuffer;if(R.isWebGLCubeRenderTarget&&Pe!==void 0&&(Ie=Ie[Pe],Array.isArray(Ie)&&(Ie=Ie[0])),Ie)if(W>=0&&W<=R.width-Z&&te>=0&&te<=R.height-J){we.bindFramebuffer(H.FRAMEBUFFER,Ie);let He=R.textures[Ae],nt=He.format,gt=He.type;R.textures.length>1&&H.readBuffer(H.COLOR_ATTACHMENT0+Ae);let Ve=lo(He);if(Ve.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Ve.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let _t=H.createBuffer();H.bindBuffer(H.PIXEL_PACK_BUFFER,_t),H.bufferData(H.PIXEL_PACK_BUFFER,Ee.byteLength,H.STREAM_READ),H.readPixels(W,te,Z,J,xe.convert(nt),xe.convert(gt),0),H.bindBuffer(H.PIXEL_PACK_BUFFER,null);let $t=ne!==null?We.get(ne).__webglFramebuffer:null;we.bindFramebuffer(H.FRAMEBUFFER,$t);let It=H.fenceSync(H.SYNC_GPU_COMMANDS_COMPLETE,0);return H.flush(),await s_(H,It,4),H.bindBuffer(H.PIXEL_PACK_BUFFER,_t),H.getBufferSubData(H.PIXEL_PACK_BUFFER,0,Ee),H.bindBuffer(H.PIXEL_PACK_BUFFER,null),H.deleteBuffer(_t),H.deleteSync(It),Ee}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(R,W=null,te=0){let Z=Math.pow(2,-te),J=Math.floor(R.image.width*Z),Ee=Math.floor(R.image.height*Z),Pe=W!==null?W.x:0,Ae=W!==null?W.y:0;Ze.setTexture2D(R,0),H.copyTexSubImage2D(H.TEXTURE_2D,te,0,0,Pe,Ae,J,Ee),we.unbindTexture()},this.copyTextureToTexture=function(R,W,te=null,Z=null,J=0,Ee=0){let Pe,Ae,Ie,He,nt,gt,Ve,_t,$t,It=R.isCompressedTexture?R.mipmaps[Ee]:R.image;if(te!==null)Pe=te.max.x-te.min.x,Ae=te.max.y-te.min.y,Ie=te.isBox3?te.max.z-te.min.z:1,He=te.min.x,nt=te.min.y,gt=te.isBox3?te.min.z:0;else{let dt=Math.pow(2,-J);Pe=Math.floor(It.width*dt),Ae=Math.floor(It.height*dt),R.isDataArrayTexture?Ie=It.depth:R.isData3DTexture?Ie=Math.floor(It.depth*dt):Ie=1,He=0,nt=0,gt=0}Z!==null?(Ve=Z.x,_t=Z.y,$t=Z.z):(Ve=0,_t=0,$t=0);let Lt=xe.convert(W.format),An=xe.convert(W.type),Be;W.isData3DTexture?(Ze.setTexture3D(W,0),Be=H.TEXTURE_3D):W.isDataArrayTexture||W.isCompressedArrayTexture?(Ze.setTexture2DArray(W,0),Be=H.TEXTURE_2D_ARRAY):(Ze.setTexture2D(W,0),Be=H.TEXTURE_2D),we.activeTexture(H.TEXTURE0),we.pixelStorei(H.UNPACK_FLIP_Y_WEBGL,W.flipY),we.pixelStorei(H.UNPACK_PREMULTIPLY_ALPHA_WEBGL,W.premultiplyAlpha),we.pixelStorei(H.UNPACK_ALIGNMENT,W.unpackAlignment);let yn=we.getParameter(H.UNPACK_ROW_LENGTH),xt=we.getParameter(H.UNPACK_IMAGE_HEIGHT),Ls=we.getParameter(H.UNPACK_SKIP_PIXELS),xn=we.getParameter(H.UNPACK_SKIP_ROWS),co=we.getParameter(H.UNPACK_SKIP_IMAGES);we.pixelStorei(H.UNPACK_ROW_LENGTH,It.width),we.pixelStorei(H.UNPACK_IMAGE_HEIGHT,It.height),we.pixelStorei(H.UNPACK_SKIP_PIXELS,He),we.pixelStorei(H.UNPACK_SKIP_ROWS,nt),we.pixelStorei(H.UNPACK_SKIP_IMAGES,gt);let ds=R.isDataArrayTexture||R.isData3DTexture,Ns=W.isDataArrayTexture||W.isData3DTexture;if(R.isDepthTexture){let dt=We.get(R),rn=We.get(W),ii=We.get(dt.__renderTarget),Nt=We.get(rn.__renderTarget);we.bindFramebuffer(H.READ_FRAMEBUFFER,ii.__webglFramebuffer),we.bindFramebuffer(H.DRAW_FRAMEBUFFER,Nt.__webglFramebuffer);for(let vn=0;vn<Ie;vn++)ds&&(H.framebufferTextureLayer(H.READ_FRAMEBUFFER,H.COLOR_ATTACHMENT0,We.get(R).__webglTexture,J,gt+vn),H.framebufferTextureLayer(H.DRAW_FRAMEBUFFER,H.COLOR_ATTACHMENT0,We.get(W).__webglTexture,Ee,$t+vn)),H.blitFramebuffer(He,nt,He+Pe,nt+Ae,Ve,_t,Ve+Pe,_t+Ae,H.DEPTH_BUFFER_BIT,H.NEAREST);we.bindFramebuffer(H.READ_FRAMEBUFFER,null),we.bindFramebuffer(H.DRAW_FRAMEBUFFER,null)}else if(J!==0||R.isRenderTargetTexture||We.has(R)){let dt=We.get(R),rn=We.get(W);we.bindFramebuffer(H.READ_FRAMEBUFFER,L),we.bindFramebuffer(H.DRAW_FRAMEBUFFER,B);for(let ii=0;ii<Ie;ii++)ds?H.framebufferTextureLayer(H.READ_FRAMEBUFFER,H.COLOR_ATTACHMENT0,dt.__webglTexture,J,gt+ii):H.framebufferTexture2D(H.READ_FRAMEBUFFER,H.COLOR_ATTACHMENT0,H.TEXTURE_2D,dt.__webglTexture,J),Ns?H.framebufferTextureLayer(H.DRAW_FRAMEBUFFER,H.COLOR_ATTACHMENT0,rn.__webglTexture,Ee,$t+ii):H.framebufferTexture2D(H.DRAW_FRAMEBUFFER,H.COLOR_ATTACHMENT0,H.TEXTURE_2D,rn.__webglTexture,Ee),J!==0?H.blitFramebuffer(He,nt,He+Pe,nt+Ae,Ve,_t,Ve+Pe,_t+Ae,H.COLOR_BUFFER_BIT,H.NEAREST):Ns?H.copyTexSubImage3D(Be,Ee,Ve,_t,$t+ii,He,nt,Pe,Ae):H.copyTexSubImage2D(Be,Ee,Ve,_t,He,nt,Pe,Ae);we.bindFramebuffer(H.READ_FRAMEBUFFER,null),we.bindFramebuffer(H.DRAW_FRAMEBUFFER,null)}else Ns?R.isDataTexture||R.isData3DTexture?H.texSubImage3D(Be,Ee,Ve,_t,$t,Pe,Ae,Ie,Lt,An,It.data):W.isCompressedArrayTexture?H.compressedTexSubImage3D(Be,Ee,Ve,_t,$t,Pe,Ae,Ie,Lt,It.data):H.texSubImage3D(Be,Ee,Ve,_t,$t,Pe,Ae,Ie,Lt,An,It):R.isDataTexture?H.texSubImage2D(H.TEXTURE_2D,Ee,Ve,_t,Pe,Ae,Lt,An,It.data):R.isCompressedTexture?H.compressedTexSubImage2D(H.TEXTURE_2D,Ee,Ve,_t,It.width,It.height,Lt,It.data):H.texSubImage2D(H.TEXTURE_2D,Ee,Ve,_t,Pe,Ae,Lt,An,It);we.pixelStorei(H.UNPACK_ROW_LENGTH,yn),we.pixelStorei(H.UNPACK_IMAGE_HEIGHT,xt),we.pixelStorei(H.UNPACK_SKIP_PIXELS,Ls),we.pixelStorei(H.UNPACK_SKIP_ROWS,xn),we.pixelStorei(H.UNPACK_SKIP_IMAGES,co),Ee===0&&W.generateMipmaps===!0&&W.mipmapsAutoUpdate===!0&&H.generateMipmap(Be),we.unbindTexture()},this.initRenderTarget=function(R){We.get(R).__webglFramebuffer===void 0&&Ze.setupRenderTarget(R)},this.initTexture=function(R){R.isCubeTexture?Ze.setTextureCube(R,0):R.isData3DTexture?Ze.setTexture3D(R,0):R.isDataArrayTexture||R.isCompressedArrayTexture?Ze.setTexture2DArray(R,0):Ze.setTexture2D(R,0),we.unbindTexture()},this.resetState=function(){O=0,G=0,ne=null,we.reset(),Me.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return Gi}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=at._getDrawingBufferColorSpace(e),t.unpackColorSpace=at._getUnpackColorSpace()}};var q_={type:"change"},Qf={type:"start"},j_={type:"end"},hu=new bs,Y_=new hi,BE=Math.cos(70*jn.DEG2RAD),Un=new V,bi=2*Math.PI,Rt={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},$f=1e-6,uu=class extends Sl{constructor(e,t=null){super(e,t),this.state=Rt.NONE,this.target=new V,this.cursor=new V,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:wr.ROTATE,MIDDLE:wr.DOLLY,RIGHT:wr.PAN},this.touches={ONE:Tr.ROTATE,TWO:Tr.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle="auto",this._domElementKeyEvents=null,this._lastPosition=new V,this._lastQuaternion=new Ht,this._lastTargetPosition=new V,this._quat=new Ht().setFromUnitVectors(e.up,new V(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new ra,this._sphericalDelta=new ra,this._scale=1,this._panOffset=new V,this._rotateStart=new Xe,this._rotateEnd=new Xe,this._rotateDelta=new Xe,this._panStart=new Xe,this._panEnd=new Xe,this._panDelta=new Xe,this._dollyStart=new Xe,this._dollyEnd=new Xe,this._dollyDelta=new Xe,this._dollyDirection=new V,this._mouse=new Xe,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=zE.bind(this),this._onPointerDown=kE.bind(this),this._onPointerUp=VE.bind(this),this._onContextMenu=jE.bind(this),this._onMouseWheel=WE.bind(this),this._onKeyDown=XE.bind(this),this._onTouchStart=qE.bind(this),this._onTouchMove=YE.bind(this),this._onMouseDown=HE.bind(this),this._onMouseMove=GE.bind(this),this._interceptControlDown=KE.bind(this),this._interceptControlUp=ZE.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(e){this._cursorStyle=e,e==="grab"?this.domElement.style.cursor="grab":this.domElement.style.cursor="auto"}get cursorStyle(){return this._cursorStyle}connect(e){super.connect(e),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.state=Rt.NONE,this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction="",this.domElement.style.cursor="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(e){e.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=e}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(q_),this.update(),this.state=Rt.NONE}pan(e,t){this._pan(e,t),this.update()}dollyIn(e){this._dollyIn(e),this.update()}dollyOut(e){this._dollyOut(e),this.update()}rotateLeft(e){this._rotateLeft(e),this.update()}rotateUp(e){this._rotateUp(e),this.update()}update(e=null){let t=this.object.position;Un.copy(t).sub(this.target),Un.applyQuaternion(this._quat),this._spherical.setFromVector3(Un),this.autoRotate&&this.state===Rt.NONE&&this._rotateLeft(this._getAutoRotationAngle(e)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,i=this.maxAzimuthAngle;isFinite(n)&&isFinite(i)&&(n<-Math.PI?n+=bi:n>Math.PI&&(n-=bi),i<-Math.PI?i+=bi:i>Math.PI&&(i-=bi),n<=i?this._spherical.theta=Math.max(n,Math.min(i,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+i)/2?Math.max(n,this._spherical.theta):Math.min(i,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(Un.setFromSpherical(this._spherical),Un.applyQuaternion(this._quatInverse),t.copy(this.target).add(Un),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=Un.length();o=this._clampDistance(a*this._scale);let l=a-o;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){let a=new V(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;let c=new V(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(a),this.object.updateMatrixWorld(),o=Un.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(hu.origin.copy(this.object.position),hu.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(hu.direction))<BE?this.object.lookAt(this.target):(Y_.setFromNormalAndCoplanarPoint(this.object.up,this.target),hu.intersectPlane(Y_,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>$f||8*(1-this._lastQuaternion.dot(this.object.quaternion))>$f||this._lastTargetPosition.distanceToSquared(this.target)>$f?(this.dispatchEvent(q_),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(e){return e!==null?bi/60*this.autoRotateSpeed*e:bi/60/60*this.autoRotateSpeed}_getZoomScale(e){let t=Math.abs(e*.01);return Math.pow(.95,this.zoomSpeed*t)}_rotateLeft(e){this._sphericalDelta.theta-=e}_rotateUp(e){this._sphericalDelta.phi-=e}_panLeft(e,t){Un.setFromMatrixColumn(t,0),Un.multiplyScalar(-e),this._panOffset.add(Un)}_panUp(e,t){this.screenSpacePanning===!0?Un.setFromMatrixColumn(t,1):(Un.setFromMatrixColumn(t,0),Un.crossVectors(this.object.up,Un)),Un.multiplyScalar(e),this._panOffset.add(Un)}_pan(e,t){let n=this.domElement;if(this.object.isPerspectiveCamera){let i=this.object.position;Un.copy(i).sub(this.target);let r=Un.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*e*r/n.clientHeight,this.object.matrix),this._panUp(2*t*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(e*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(t*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(e,t){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),i=e-n.left,r=t-n.top,o=n.width,a=n.height;this._mouse.x=i/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(e){return Math.max(this.minDistance,Math.min(this.maxDistance,e))}_handleMouseDownRotate(e){this._rotateStart.set(e.clientX,e.clientY)}_handleMouseDownDolly(e){this._updateZoomParameters(e.clientX,e.clientY),this._dollyStart.set(e.clientX,e.clientY)}_handleMouseDownPan(e){this._panStart.set(e.clientX,e.clientY)}_handleMouseMoveRotate(e){this._rotateEnd.set(e.clientX,e.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(bi*this._rotateDelta.x/t.clientHeight),this._rotateUp(bi*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(e){this._dollyEnd.set(e.clientX,e.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(e){this._panEnd.set(e.clientX,e.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(e){this._updateZoomParameters(e.clientX,e.clientY),e.deltaY<0?this._dollyIn(this._getZoomScale(e.deltaY)):e.deltaY>0&&this._dollyOut(this._getZoomScale(e.deltaY)),this.update()}_handleKeyDown(e){let t=!1;switch(e.code){case this.keys.UP:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(bi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),t=!0;break;case this.keys.BOTTOM:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(-bi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),t=!0;break;case this.keys.LEFT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(bi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),t=!0;break;case this.keys.RIGHT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(-bi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),t=!0;break}t&&(e.preventDefault(),this.update())}_handleTouchStartRotate(e){if(this._pointers.length===1)this._rotateStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),i=.5*(e.pageY+t.y);this._rotateStart.set(n,i)}}_handleTouchStartPan(e){if(this._pointers.length===1)this._panStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),i=.5*(e.pageY+t.y);this._panStart.set(n,i)}}_handleTouchStartDolly(e){let t=this._getSecondPointerPosition(e),n=e.pageX-t.x,i=e.pageY-t.y,r=Math.sqrt(n*n+i*i);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enablePan&&this._handleTouchStartPan(e)}_handleTouchStartDollyRotate(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enableRotate&&this._handleTouchStartRotate(e)}_handleTouchMoveRotate(e){if(this._pointers.length==1)this._rotateEnd.set(e.pageX,e.pageY);else{let n=this._getSecondPointerPosition(e),i=.5*(e.pageX+n.x),r=.5*(e.pageY+n.y);this._rotateEnd.set(i,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(bi*this._rotateDelta.x/t.clientHeight),this._rotateUp(bi*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(e){if(this._pointers.length===1)this._panEnd.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),i=.5*(e.pageY+t.y);this._panEnd.set(n,i)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(e){let t=this._getSecondPointerPosition(e),n=e.pageX-t.x,i=e.pageY-t.y,r=Math.sqrt(n*n+i*i);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(e.pageX+t.x)*.5,a=(e.pageY+t.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enablePan&&this._handleTouchMovePan(e)}_handleTouchMoveDollyRotate(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enableRotate&&this._handleTouchMoveRotate(e)}_addPointer(e){this._pointers.push(e.pointerId)}_removePointer(e){delete this._pointerPositions[e.pointerId];for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId){this._pointers.splice(t,1);return}}_isTrackingPointer(e){for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId)return!0;return!1}_trackPointer(e){let t=this._pointerPositions[e.pointerId];t===void 0&&(t=new Xe,this._pointerPositions[e.pointerId]=t),t.set(e.pageX,e.pageY)}_getSecondPointerPosition(e){let t=e.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[t]}_customWheelEvent(e){let t=e.deltaMode,n={clientX:e.clientX,clientY:e.clientY,deltaY:e.deltaY};switch(t){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return e.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function kE(s){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(s.pointerId),this.domElement.ownerDocument.addEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(s)&&(this._addPointer(s),s.pointerType==="touch"?this._onTouchStart(s):this._onMouseDown(s),this._cursorStyle==="grab"&&(this.domElement.style.cursor="grabbing")))}function zE(s){this.enabled!==!1&&(s.pointerType==="touch"?this._onTouchMove(s):this._onMouseMove(s))}function VE(s){switch(this._removePointer(s),this._pointers.length){case 0:this.domElement.releasePointerCapture(s.pointerId),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(j_),this.state=Rt.NONE,this._cursorStyle==="grab"&&(this.domElement.style.cursor="grab");break;case 1:let e=this._pointers[0],t=this._pointerPositions[e];this._onTouchStart({pointerId:e,pageX:t.x,pageY:t.y});break}}function HE(s){let e;switch(s.button){case 0:e=this.mouseButtons.LEFT;break;case 1:e=this.mouseButtons.MIDDLE;break;case 2:e=this.mouseButtons.RIGHT;break;default:e=-1}switch(e){case wr.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(s),this.state=Rt.DOLLY;break;case wr.ROTATE:if(s.ctrlKey||s.metaKey||s.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(s),this.state=Rt.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(s),this.state=Rt.ROTATE}break;case wr.PAN:if(s.ctrlKey||s.metaKey||s.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(s),this.state=Rt.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(s),this.state=Rt.PAN}break;default:this.state=Rt.NONE}this.state!==Rt.NONE&&this.dispatchEvent(Qf)}function GE(s){switch(this.state){case Rt.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(s);break;case Rt.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(s);break;case Rt.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(s);break}}function WE(s){this.enabled===!1||this.enableZoom===!1||this.state!==Rt.NONE||(s.preventDefault(),this.dispatchEvent(Qf),this._handleMouseWheel(this._customWheelEvent(s)),this.dispatchEvent(j_))}function XE(s){this.enabled!==!1&&this._handleKeyDown(s)}function qE(s){switch(this._trackPointer(s),this._pointers.length){case 1:switch(this.touches.ONE){case Tr.ROTATE:if(this.enableRotate===!1){this.state=Rt.NONE;break}this._handleTouchStartRotate(s),this.state=Rt.TOUCH_ROTATE;break;case Tr.PAN:if(this.enablePan===!1){this.state=Rt.NONE;break}this._handleTouchStartPan(s),this.state=Rt.TOUCH_PAN;break;default:this.state=Rt.NONE}break;case 2:switch(this.touches.TWO){case Tr.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(s),this.state=Rt.TOUCH_DOLLY_PAN;break;case Tr.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(s),this.state=Rt.TOUCH_DOLLY_ROTATE;break;default:this.state=Rt.NONE}break;default:this.state=Rt.NONE}this.state!==Rt.NONE&&this.dispatchEvent(Qf)}function YE(s){switch(this._trackPointer(s),this.state){case Rt.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(s),this.update();break;case Rt.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(s),this.update();break;case Rt.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(s),this.update();break;case Rt.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(s),this.update();break;default:this.state=Rt.NONE}}function jE(s){this.enabled!==!1&&s.preventDefault()}function KE(s){s.key==="Control"&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function ZE(s){s.key==="Control"&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}var ma=class extends Ln{constructor(e){super(e)}load(e,t,n,i){let r=this,o=new Ui(this.manager);o.setPriority(this.priority),o.setCache(this.cache),o.setPath(this.path),o.setResponseType("arraybuffer"),o.setRequestHeader(this.requestHeader),o.setWithCredentials(this.withCredentials),o.load(e,function(a){try{t(r.parse(a))}catch(l){i?i(l):console.error(l),r.manager.itemError(e)}},n,i)}parse(e){function t(c){let h=new DataView(c),u=32/8*3+32/8*3*3+16/8,d=h.getUint32(80,!0);if(80+32/8+d*u===h.byteLength)return!0;let p=[115,111,108,105,100];for(let _=0;_<5;_++)if(n(p,h,_))return!1;return!0}function n(c,h,u){for(let d=0,f=c.length;d<f;d++)if(c[d]!==h.getUint8(u+d))return!1;return!0}function i(c){let h=new DataView(c),u=h.getUint32(80,!0),d,f,p,_=!1,m,g,x,M,v;for(let C=0;C<=70;C++)h.getUint32(C,!1)==1129270351&&h.getUint8(C+4)==82&&h.getUint8(C+5)==61&&(_=!0,m=new Float32Array(u*3*3),g=h.getUint8(C+6)/255,x=h.getUint8(C+7)/255,M=h.getUint8(C+8)/255,v=h.getUint8(C+9)/255);let T=84,b=50,y=new Ut,w=new Float32Array(u*3*3),I=new Float32Array(u*3*3),P=new Oe;for(let C=0;C<u;C++){let U=T+C*b,k=h.getFloat32(U,!0),L=h.getFloat32(U+4,!0),B=h.getFloat32(U+8,!0);if(_){let O=h.getUint16(U+48,!0);(O&32768)===0?(d=(O&31)/31,f=(O>>5&31)/31,p=(O>>10&31)/31):(d=g,f=x,p=M)}for(let O=1;O<=3;O++){let G=U+O*12,ne=C*3*3+(O-1)*3;w[ne]=h.getFloat32(G,!0),w[ne+1]=h.getFloat32(G+4,!0),w[ne+2]=h.getFloat32(G+8,!0),I[ne]=k,I[ne+1]=L,I[ne+2]=B,_&&(P.setRGB(d,f,p,bt),m[ne]=P.r,m[ne+1]=P.g,m[ne+2]=P.b)}}return y.setAttribute("position",new fn(w,3)),y.setAttribute("normal",new fn(I,3)),_&&(y.setAttribute("color",new fn(m,3)),y.hasColors=!0,y.alpha=v),y}function r(c){let h=new Ut,u=/solid([\s\S]*?)endsolid/g,d=/facet([\s\S]*?)endfacet/g,f=/solid\s(.+)/,p=0,_=/[\s]+([+-]?(?:\d*)(?:\.\d*)?(?:[eE][+-]?\d+)?)/.source,m=new RegExp("vertex"+_+_+_,"g"),g=new RegExp("normal"+_+_+_,"g"),x=[],M=[],v=[],T=new V,b,y=0,w=0,I=0;for(;(b=u.exec(c))!==null;){w=I;let P=b[0],C=(b=f.exec(P))!==null?b[1]:"";for(v.push(C);(b=d.exec(P))!==null;){let L=0,B=0,O=b[0];for(;(b=g.exec(O))!==null;)T.x=parseFloat(b[1]),T.y=parseFloat(b[2]),T.z=parseFloat(b[3]),B++;for(;(b=m.exec(O))!==null;)x.push(parseFloat(b[1]),parseFloat(b[2]),parseFloat(b[3])),M.push(T.x,T.y,T.z),L++,I++;B!==1&&console.error("THREE.STLLoader: Something isn't right with the normal of face number "+p),L!==3&&console.error("THREE.STLLoader: Something isn't right with the vertices of face number "+p),p++}let U=w,k=I-w;h.userData.groupNames=v,h.addGroup(U,k,y),y++}return h.setAttribute("position",new ct(x,3)),h.setAttribute("normal",new ct(M,3)),h}function o(c){return typeof c!="string"?new TextDecoder().decode(c):c}function a(c){if(typeof c=="string"){let h=new Uint8Array(c.length);for(let u=0;u<c.length;u++)h[u]=c.charCodeAt(u)&255;return h.buffer||h}else return c}let l=a(e);return t(l)?i(l):r(o(e))}};var JE=/^[og]\s*(.+)?/,$E=/^mtllib /,QE=/^usemtl /,eA=/^usemap /,du=/\s+/,K_=new V,ep=new V,Z_=new V,J_=new V,Ki=new V,fu=new Oe;function tA(){let s={objects:[],object:{},vertices:[],normals:[],colors:[],uvs:[],materials:{},materialLibraries:[],startObject:function(e,t){if(this.object&&this.object.fromDeclaration===!1){this.object.name=e,this.object.fromDeclaration=t!==!1;return}let n=this.object&&typeof this.object.currentMaterial=="function"?this.object.currentMaterial():void 0;if(this.object&&typeof this.object._finalize=="function"&&this.object._finalize(!0),this.object={name:e||"",fromDeclaration:t!==!1,geometry:{vertices:[],normals:[],colors:[],uvs:[],hasUVIndices:!1},materials:[],smooth:!0,startMaterial:function(i,r){let o=this._finalize(!1);o&&(o.inherited||o.groupCount<=0)&&this.materials.splice(o.index,1);let a={index:this.materials.length,name:i||"",mtllib:Array.isArray(r)&&r.length>0?r[r.length-1]:"",smooth:o!==void 0?o.smooth:this.smooth,groupStart:o!==void 0?o.groupEnd:0,groupEnd:-1,groupCount:-1,inherited:!1,clone:function(l){let c={index:typeof l=="number"?l:this.index,name:this.name,mtllib:this.mtllib,smooth:this.smooth,groupStart:0,groupEnd:-1,groupCount:-1,inherited:!1};return c.clone=this.clone.bind(c),c}};return this.materials.push(a),a},currentMaterial:function(){if(this.materials.length>0)return this.materials[this.materials.length-1]},_finalize:function(i){let r=this.currentMaterial();if(r&&r.groupEnd===-1&&(r.groupEnd=this.geometry.vertices.length/3,r.groupCount=r.groupEnd-r.groupStart,r.inherited=!1),i&&this.materials.length>1)for(let o=this.materials.length-1;o>=0;o--)this.materials[o].groupCount<=0&&this.materials.splice(o,1);return i&&this.materials.length===0&&this.materials.push({name:"",smooth:this.smooth}),r}},n&&n.name&&typeof n.clone=="function"){let i=n.clone(0);i.inherited=!0,this.object.materials.push(i)}this.objects.push(this.object)},finalize:function(){this.object&&typeof this.object._finalize=="function"&&this.object._finalize(!0)},parseVertexIndex:function(e,t){let n=parseInt(e,10);return(n>=0?n-1:n+t/3)*3},parseNormalIndex:function(e,t){let n=parseInt(e,10);return(n>=0?n-1:n+t/3)*3},parseUVIndex:function(e,t){let n=parseInt(e,10);return(n>=0?n-1:n+t/2)*2},addVertex:function(e,t,n){let i=this.vertices,r=this.object.geometry.vertices;r.push(i[e+0],i[e+1],i[e+2]),r.push(i[t+0],i[t+1],i[t+2]),r.push(i[n+0],i[n+1],i[n+2])},addVertexPoint:function(e){let t=this.vertices;this.object.geometry.vertices.push(t[e+0],t[e+1],t[e+2])},addVertexLine:function(e){let t=this.vertices;this.object.geometry.vertices.push(t[e+0],t[e+1],t[e+2])},addNormal:function(e,t,n){let i=this.normals,r=this.object.geometry.normals;r.push(i[e+0],i[e+1],i[e+2]),r.push(i[t+0],i[t+1],i[t+2]),r.push(i[n+0],i[n+1],i[n+2])},addFaceNormal:function(e,t,n){let i=this.vertices,r=this.object.geometry.normals;K_.fromArray(i,e),ep.fromArray(i,t),Z_.fromArray(i,n),Ki.subVectors(Z_,ep),J_.subVectors(K_,ep),Ki.cross(J_),Ki.normalize(),r.push(Ki.x,Ki.y,Ki.z),r.push(Ki.x,Ki.y,Ki.z),r.push(Ki.x,Ki.y,Ki.z)},addColor:function(e,t,n){let i=this.colors,r=this.object.geometry.colors;i[e]!==void 0&&r.push(i[e+0],i[e+1],i[e+2]),i[t]!==void 0&&r.push(i[t+0],i[t+1],i[t+2]),i[n]!==void 0&&r.push(i[n+0],i[n+1],i[n+2])},addUV:function(e,t,n){let i=this.uvs,r=this.object.geometry.uvs;r.push(i[e+0],i[e+1]),r.push(i[t+0],i[t+1]),r.push(i[n+0],i[n+1])},addDefaultUV:function(){let e=this.object.geometry.uvs;e.push(0,0),e.push(0,0),e.push(0,0)},addUVLine:function(e){let t=this.uvs;this.object.geometry.uvs.push(t[e+0],t[e+1])},addFace:function(e,t,n,i,r,o,a,l,c){let h=this.vertices.length,u=this.parseVertexIndex(e,h),d=this.parseVertexIndex(t,h),f=this.parseVertexIndex(n,h);if(this.addVertex(u,d,f),this.addColor(u,d,f),a!==void 0&&a!==""){let p=this.normals.length;u=this.parseNormalIndex(a,p),d=this.parseNormalIndex(l,p),f=this.parseNormalIndex(c,p),this.addNormal(u,d,f)}else this.addFaceNormal(u,d,f);if(i!==void 0&&i!==""){let p=this.uvs.length;u=this.parseUVIndex(i,p),d=this.parseUVIndex(r,p),f=this.parseUVIndex(o,p),this.addUV(u,d,f),this.object.geometry.hasUVIndices=!0}else this.addDefaultUV()},addPointGeometry:function(e){this.object.geometry.type="Points";let t=this.vertices.length;for(let n=0,i=e.length;n<i;n++){let r=this.parseVertexIndex(e[n],t);this.addVertexPoint(r),this.addColor(r)}},addLineGeometry:function(e,t){this.object.geometry.type="Line";let n=this.vertices.length,i=this.uvs.length;for(let r=0,o=e.length-1;r<o;r++)this.addVertexLine(this.parseVertexIndex(e[r],n)),this.addVertexLine(this.parseVertexIndex(e[r+1],n));for(let r=0,o=t.length-1;r<o;r++)this.addUVLine(this.parseUVIndex(t[r],i)),this.addUVLine(this.parseUVIndex(t[r+1],i))}};return s.startObject("",!1),s}var pu=class extends Ln{constructor(e){super(e),this.materials=null}load(e,t,n,i){let r=this,o=new Ui(this.manager);o.setPriority(this.priority),o.setCache(this.cache),o.setPath(this.path),o.setRequestHeader(this.requestHeader),o.setWithCredentials(this.withCredentials),o.load(e,function(a){try{t(r.parse(a))}catch(l){i?i(l):console.error(l),r.manager.itemError(e)}},n,i)}setMaterials(e){return this.materials=e,this}parse(e){let t=new tA;e.indexOf(`\r
`)!==-1&&(e=e.replace(/\r\n/g,`
`)),e.indexOf(`\\
`)!==-1&&(e=e.replace(/\\\n/g,""));let n=e.split(`
`),i=[];for(let a=0,l=n.length;a<l;a++){let c=n[a].trimStart();if(c.length===0)continue;let h=c.charAt(0);if(h!=="#")if(h==="v"){let u=c.split(du);switch(u[0]){case"v":t.vertices.push(parseFloat(u[1]),parseFloat(u[2]),parseFloat(u[3])),u.length>=7?(fu.setRGB(parseFloat(u[4]),parseFloat(u[5]),parseFloat(u[6]),bt),t.colors.push(fu.r,fu.g,fu.b)):t.colors.push(void 0,void 0,void 0);break;case"vn":t.normals.push(parseFloat(u[1]),parseFloat(u[2]),parseFloat(u[3]));break;case"vt":t.uvs.push(parseFloat(u[1]),parseFloat(u[2]));break}}else if(h==="f"){let d=c.slice(1).trim().split(du),f=[];for(let _=0,m=d.length;_<m;_++){let g=d[_];if(g.length>0){let x=g.split("/");f.push(x)}}let p=f[0];for(let _=1,m=f.length-1;_<m;_++){let g=f[_],x=f[_+1];t.addFace(p[0],g[0],x[0],p[1],g[1],x[1],p[2],g[2],x[2])}}else if(h==="l"){let u=c.substring(1).trim().split(du),d=[],f=[];if(c.indexOf("/")===-1)d=u;else for(let p=0,_=u.length;p<_;p++){let m=u[p].split("/");m[0]!==""&&d.push(m[0]),m[1]!==""&&f.push(m[1])}t.addLineGeometry(d,f)}else if(h==="p"){let d=c.slice(1).trim().split(du);t.addPointGeometry(d)}else if((i=JE.exec(c))!==null){let u=(" "+i[0].slice(1).trim()).slice(1);t.startObject(u)}else if(QE.test(c))t.object.startMaterial(c.substring(7).trim(),t.materialLibraries);else if($E.test(c))t.materialLibraries.push(c.substring(7).trim());else if(eA.test(c))console.warn('THREE.OBJLoader: Rendering identifier "usemap" not supported. Textures must be defined in MTL files.');else if(h==="s"){if(i=c.split(" "),i.length>1){let d=i[1].trim().toLowerCase();t.object.smooth=d!=="0"&&d!=="off"}else t.object.smooth=!0;let u=t.object.currentMaterial();u&&(u.smooth=t.object.smooth)}else{if(c==="\0")continue;console.warn('THREE.OBJLoader: Unexpected line: "'+c+'"')}}t.finalize();let r=new en;if(r.materialLibraries=[].concat(t.materialLibraries),!(t.objects.length===1&&t.objects[0].geometry.vertices.length===0)===!0)for(let a=0,l=t.objects.length;a<l;a++){let c=t.objects[a],h=c.geometry,u=c.materials,d=h.type==="Line",f=h.type==="Points",p=!1;if(h.vertices.length===0)continue;let _=new Ut;_.setAttribute("position",new ct(h.vertices,3)),h.normals.length>0&&_.setAttribute("normal",new ct(h.normals,3)),h.colors.length>0&&(p=!0,_.setAttribute("color",new ct(h.colors,3))),h.hasUVIndices===!0&&_.setAttribute("uv",new ct(h.uvs,2));let m=[];for(let x=0,M=u.length;x<M;x++){let v=u[x],T=v.name+"_"+v.smooth+"_"+p,b=t.materials[T];if(this.materials!==null){if(b=this.materials.create(v.name),d&&b&&!(b instanceof Gn)){let y=new Gn;Pn.prototype.copy.call(y,b),y.color.copy(b.color),b=y}else if(f&&b&&!(b instanceof as)){let y=new as({size:10,sizeAttenuation:!1});Pn.prototype.copy.call(y,b),y.color.copy(b.color),y.map=b.map,b=y}}b===void 0&&(d?b=new Gn:f?b=new as({size:1,sizeAttenuation:!1}):b=new qi,b.name=v.name,b.flatShading=!v.smooth,b.vertexColors=p,t.materials[T]=b),m.push(b)}let g;if(m.length>1){for(let x=0,M=u.length;x<M;x++){let v=u[x];_.addGroup(v.groupStart,v.groupCount,x)}d?g=new Xi(_,m):f?g=new Ys(_,m):g=new Mt(_,m)}else d?g=new Xi(_,m[0]):f?g=new Ys(_,m[0]):g=new Mt(_,m[0]);g.name=c.name,r.add(g)}else if(t.vertices.length>0){let a=new as({size:1,sizeAttenuation:!1}),l=new Ut;l.setAttribute("position",new ct(t.vertices,3)),t.colors.length>0&&t.colors[0]!==void 0&&(l.setAttribute("color",new ct(t.colors,3)),a.vertexColors=!0);let c=new Ys(l,a);r.add(c)}return r}};var Fl=class extends fl{constructor(e){super(e)}parse(e){function t(O){switch(O.image_type){case d:case _:if(O.colormap_length>256||O.colormap_size!==24||O.colormap_type!==1)throw new Error("THREE.TGALoader: Invalid type colormap data for indexed type.");break;case f:case p:case m:case g:if(O.colormap_type)throw new Error("THREE.TGALoader: Invalid type colormap data for colormap type.");break;case u:throw new Error("THREE.TGALoader: No data.");default:throw new Error("THREE.TGALoader: Invalid type "+O.image_type)}if(O.width<=0||O.height<=0)throw new Error("THREE.TGALoader: Invalid image size.");if(O.pixel_size!==8&&O.pixel_size!==16&&O.pixel_size!==24&&O.pixel_size!==32)throw new Error("THREE.TGALoader: Invalid pixel size "+O.pixel_size)}function n(O,G,ne,Y,K){let $,le,ie=ne.pixel_size>>3,q=ne.width*ne.height*ie;if(G&&(le=K.subarray(Y,Y+=ne.colormap_length*(ne.colormap_size>>3))),O){$=new Uint8Array(q);let se,ee,re,pe=0,Ne=new Uint8Array(ie);for(;pe<q;)if(se=K[Y++],ee=(se&127)+1,se&128){for(re=0;re<ie;++re)Ne[re]=K[Y++];for(re=0;re<ee;++re)$.set(Ne,pe+re*ie);pe+=ie*ee}else{for(ee*=ie,re=0;re<ee;++re)$[pe+re]=K[Y++];pe+=ee}}else $=K.subarray(Y,Y+=G?ne.width*ne.height:q);return{pixel_data:$,palettes:le}}function i(O,G,ne,Y,K,$,le,ie,q){let se=q,ee=P.colormap_index,re,pe=0,Ne,je,Ue=P.width;for(je=G;je!==Y;je+=ne)for(Ne=K;Ne!==le;Ne+=$,pe++)re=ie[pe]-ee,O[(Ne+Ue*je)*4+3]=255,O[(Ne+Ue*je)*4+2]=se[re*3+0],O[(Ne+Ue*je)*4+1]=se[re*3+1],O[(Ne+Ue*je)*4+0]=se[re*3+2];return O}function r(O,G,ne,Y,K,$,le,ie){let q,se=0,ee,re,pe=P.width;for(re=G;re!==Y;re+=ne)for(ee=K;ee!==le;ee+=$,se+=2)q=ie[se+0]+(ie[se+1]<<8),O[(ee+pe*re)*4+0]=(q&31744)>>7,O[(ee+pe*re)*4+1]=(q&992)>>2,O[(ee+pe*re)*4+2]=(q&31)<<3,O[(ee+pe*re)*4+3]=q&32768?0:255;return O}function o(O,G,ne,Y,K,$,le,ie){let q=0,se,ee,re=P.width;for(ee=G;ee!==Y;ee+=ne)for(se=K;se!==le;se+=$,q+=3)O[(se+re*ee)*4+3]=255,O[(se+re*ee)*4+2]=ie[q+0],O[(se+re*ee)*4+1]=ie[q+1],O[(se+re*ee)*4+0]=ie[q+2];return O}function a(O,G,ne,Y,K,$,le,ie){let q=0,se,ee,re=P.width;for(ee=G;ee!==Y;ee+=ne)for(se=K;se!==le;se+=$,q+=4)O[(se+re*ee)*4+2]=ie[q+0],O[(se+re*ee)*4+1]=ie[q+1],O[(se+re*ee)*4+0]=ie[q+2],O[(se+re*ee)*4+3]=ie[q+3];return O}function l(O,G,ne,Y,K,$,le,ie){let q,se=0,ee,re,pe=P.width;for(re=G;re!==Y;re+=ne)for(ee=K;ee!==le;ee+=$,se++)q=ie[se],O[(ee+pe*re)*4+0]=q,O[(ee+pe*re)*4+1]=q,O[(ee+pe*re)*4+2]=q,O[(ee+pe*re)*4+3]=255;return O}function c(O,G,ne,Y,K,$,le,ie){let q=0,se,ee,re=P.width;for(ee=G;ee!==Y;ee+=ne)for(se=K;se!==le;se+=$,q+=2)O[(se+re*ee)*4+0]=ie[q+0],O[(se+re*ee)*4+1]=ie[q+0],O[(se+re*ee)*4+2]=ie[q+0],O[(se+re*ee)*4+3]=ie[q+1];return O}function h(O,G,ne,Y,K){let $,le,ie,q,se,ee;switch((P.flags&x)>>M){default:case b:$=0,ie=1,se=G,le=0,q=1,ee=ne;break;case v:$=0,ie=1,se=G,le=ne-1,q=-1,ee=-1;break;case y:$=G-1,ie=-1,se=-1,le=0,q=1,ee=ne;break;case T:$=G-1,ie=-1,se=-1,le=ne-1,q=-1,ee=-1;break}if(k)switch(P.pixel_size){case 8:l(O,le,q,ee,$,ie,se,Y);break;case 16:c(O,le,q,ee,$,ie,se,Y);break;default:throw new Error("THREE.TGALoader: Format not supported.")}else switch(P.pixel_size){case 8:i(O,le,q,ee,$,ie,se,Y,K);break;case 16:r(O,le,q,ee,$,ie,se,Y);break;case 24:o(O,le,q,ee,$,ie,se,Y);break;case 32:a(O,le,q,ee,$,ie,se,Y);break;default:throw new Error("THREE.TGALoader: Format not supported.")}return O}let u=0,d=1,f=2,p=3,_=9,m=10,g=11,x=48,M=4,v=0,T=1,b=2,y=3;if(e.length<19)throw new Error("THREE.TGALoader: Not enough data to contain header.");let w=0,I=new Uint8Array(e),P={id_length:I[w++],colormap_type:I[w++],image_type:I[w++],colormap_index:I[w++]|I[w++]<<8,colormap_length:I[w++]|I[w++]<<8,colormap_size:I[w++],origin:[I[w++]|I[w++]<<8,I[w++]|I[w++]<<8],width:I[w++]|I[w++]<<8,height:I[w++]|I[w++]<<8,pixel_size:I[w++],flags:I[w++]};if(t(P),P.id_length+w>e.length)throw new Error("THREE.TGALoader: No data.");w+=P.id_length;let C=!1,U=!1,k=!1;switch(P.image_type){case _:C=!0,U=!0;break;case d:U=!0;break;case m:C=!0;break;case f:break;case g:C=!0,k=!0;break;case p:k=!0;break}let L=new Uint8Array(P.width*P.height*4),B=n(C,U,P,w,I);return h(L,P.width,P.height,B.pixel_data,B.palettes),{data:L,width:P.width,height:P.height,flipY:!0,generateMipmaps:!0,minFilter:mi}}};function Si(s,e){let t=[],n=s.childNodes;for(let i=0,r=n.length;i<r;i++){let o=n[i];o.nodeName===e&&t.push(o)}return t}function nA(s){return s.length===0?[]:s.trim().split(/\s+/)}function ti(s){return s.length===0?[]:s.trim().split(/\s+/).map(parseFloat)}function mu(s){return s.length===0?[]:s.trim().split(/\s+/).map(e=>parseInt(e))}function Wn(s){return s.substring(1)}var gu=class{constructor(){this.count=0}generateId(){return"three_default_"+this.count++}parse(e){if(e.length===0)return null;let t=new DOMParser().parseFromString(e,"application/xml"),n=Si(t,"COLLADA")[0],i=t.getElementsByTagName("parsererror")[0];if(i!==void 0){let l=Si(i,"div")[0],c;return l?c=l.textContent:c=this.parserErrorToText(i),console.error(`THREE.ColladaLoader: Failed to parse collada file.
`,c),null}let r=n.getAttribute("version");console.debug("THREE.ColladaLoader: File version",r);let o=this.parseAsset(Si(n,"asset")[0]),a={animations:{},clips:{},controllers:{},images:{},effects:{},materials:{},cameras:{},lights:{},geometries:{},nodes:{},visualScenes:{},kinematicsModels:{},physicsModels:{},kinematicsScenes:{},joints:{}};return this.library=a,this.collada=n,this.parseLibrary(n,"library_animations","animation",this.parseAnimation.bind(this)),this.parseLibrary(n,"library_animation_clips","animation_clip",this.parseAnimationClip.bind(this)),this.parseLibrary(n,"library_controllers","controller",this.parseController.bind(this)),this.parseLibrary(n,"library_images","image",this.parseImage.bind(this)),this.parseLibrary(n,"library_effects","effect",this.parseEffect.bind(this)),this.parseLibrary(n,"library_materials","material",this.parseMaterial.bind(this)),this.parseLibrary(n,"library_cameras","camera",this.parseCamera.bind(this)),this.parseLibrary(n,"library_lights","light",this.parseLight.bind(this)),this.parseLibrary(n,"library_geometries","geometry",this.parseGeometry.bind(this)),this.parseLibrary(n,"library_nodes","node",this.parseNode.bind(this)),this.parseLibrary(n,"library_visual_scenes","visual_scene",this.parseVisualScene.bind(this)),this.parseLibrary(n,"library_joints","joint",this.parseLibraryJoint.bind(this)),this.parseLibrary(n,"library_kinematics_models","kinematics_model",this.parseKinematicsModel.bind(this)),this.parseLibrary(n,"library_physics_models","physics_model",this.parsePhysicsModel.bind(this)),this.parseLibrary(n,"scene","instance_kinematics_scene",this.parseKinematicsScene.bind(this)),{library:a,asset:o,collada:n}}parserErrorToText(e){let t=[],n=[e];for(;n.length;){let i=n.shift();i.nodeType===Node.TEXT_NODE?t.push(i.textContent):(t.push(`
`),n.push(...i.childNodes))}return t.join("").trim()}parseAsset(e){return{unit:this.parseAssetUnit(Si(e,"unit")[0]),upAxis:this.parseAssetUpAxis(Si(e,"up_axis")[0])}}parseAssetUnit(e){return e!==void 0&&e.hasAttribute("meter")===!0?parseFloat(e.getAttribute("meter")):1}parseAssetUpAxis(e){return e!==void 0?e.textContent:"Y_UP"}parseLibrary(e,t,n,i){let r=Si(e,t)[0];if(r!==void 0){let o=Si(r,n);for(let a=0;a<o.length;a++)i(o[a])}}parseAnimation(e){let t={sources:{},samplers:{},channels:{}},n=!1;for(let i=0,r=e.childNodes.length;i<r;i++){let o=e.childNodes[i];if(o.nodeType!==1)continue;let a;switch(o.nodeName){case"source":a=o.getAttribute("id"),t.sources[a]=this.parseSource(o);break;case"sampler":a=o.getAttribute("id"),t.samplers[a]=this.parseAnimationSampler(o);break;case"channel":a=o.getAttribute("target"),t.channels[a]=this.parseAnimationChannel(o);break;case"animation":this.parseAnimation(o),n=!0;break;default:}}n===!1&&(this.library.animations[e.getAttribute("id")||jn.generateUUID()]=t)}parseAnimationSampler(e){let t={inputs:{}};for(let n=0,i=e.childNodes.length;n<i;n++){let r=e.childNodes[n];if(r.nodeType===1&&r.nodeName==="input"){let o=Wn(r.getAttribute("source")),a=r.getAttribute("semantic");t.inputs[a]=o}}return t}parseAnimationChannel(e){let t={},i=e.getAttribute("target").split("/"),r=i.shift(),o=i.shift(),a=o.indexOf("(")!==-1,l=o.indexOf(".")!==-1;if(l)i=o.split("."),o=i.shift(),t.member=i.shift();else if(a){let c=o.split("(");o=c.shift();for(let h=0;h<c.length;h++)c[h]=parseInt(c[h].replace(/\)/,""));t.indices=c}return t.id=r,t.sid=o,t.arraySyntax=a,t.memberSyntax=l,t.sampler=Wn(e.getAttribute("source")),t}parseAnimationClip(e){let t={name:e.getAttribute("id")||"default",start:parseFloat(e.getAttribute("start")||0),end:parseFloat(e.getAttribute("end")||0),animations:[]};for(let n=0,i=e.childNodes.length;n<i;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="instance_animation"&&t.animations.push(Wn(r.getAttribute("url")))}this.library.clips[e.getAttribute("id")]=t}parseController(e){let t={};for(let n=0,i=e.childNodes.length;n<i;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"skin":t.id=Wn(r.getAttribute("source")),t.skin=this.parseSkin(r);break;case"morph":t.id=Wn(r.getAttribute("source")),console.warn("THREE.ColladaLoader: Morph target animation not supported yet.");break}}this.library.controllers[e.getAttribute("id")]=t}parseSkin(e){let t={sources:{}};for(let n=0,i=e.childNodes.length;n<i;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"bind_shape_matrix":t.bindShapeMatrix=ti(r.textContent);break;case"source":let o=r.getAttribute("id");t.sources[o]=this.parseSource(r);break;case"joints":t.joints=this.parseJoints(r);break;case"vertex_weights":t.vertexWeights=this.parseVertexWeights(r);break}}return t}parseJoints(e){let t={inputs:{}};for(let n=0,i=e.childNodes.length;n<i;n++){let r=e.childNodes[n];if(r.nodeType===1&&r.nodeName==="input"){let o=r.getAttribute("semantic"),a=Wn(r.getAttribute("source"));t.inputs[o]=a}}return t}parseVertexWeights(e){let t={inputs:{}};for(let n=0,i=e.childNodes.length;n<i;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"input":let o=r.getAttribute("semantic"),a=Wn(r.getAttribute("source")),l=parseInt(r.getAttribute("offset"));t.inputs[o]={id:a,offset:l};break;case"vcount":t.vcount=mu(r.textContent);break;case"v":t.v=mu(r.textContent);break}}return t}parseImage(e){let t={init_from:Si(e,"init_from")[0].textContent};this.library.images[e.getAttribute("id")]=t}parseEffect(e){let t={};for(let n=0,i=e.childNodes.length;n<i;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="profile_COMMON"&&(t.profile=this.parseEffectProfileCOMMON(r))}this.library.effects[e.getAttribute("id")]=t}parseEffectProfileCOMMON(e){let t={surfaces:{},samplers:{}};for(let n=0,i=e.childNodes.length;n<i;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"newparam":this.parseEffectNewparam(r,t);break;case"technique":t.technique=this.parseEffectTechnique(r);break;case"extra":t.extra=this.parseEffectExtra(r);break}}return t}parseEffectNewparam(e,t){let n=e.getAttribute("sid");for(let i=0,r=e.childNodes.length;i<r;i++){let o=e.childNodes[i];if(o.nodeType===1)switch(o.nodeName){case"surface":t.surfaces[n]=this.parseEffectSurface(o);break;case"sampler2D":t.samplers[n]=this.parseEffectSampler(o);break}}}parseEffectSurface(e){let t={};for(let n=0,i=e.childNodes.length;n<i;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="init_from"&&(t.init_from=r.textContent)}return t}parseEffectSampler(e){let t={};for(let n=0,i=e.childNodes.length;n<i;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="source"&&(t.source=r.textContent)}return t}parseEffectTechnique(e){let t={};for(let n=0,i=e.childNodes.length;n<i;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"constant":case"lambert":case"blinn":case"phong":t.type=r.nodeName,t.parameters=this.parseEffectParameters(r);break;case"extra":t.extra=this.parseEffectExtra(r);break}}return t}parseEffectParameters(e){let t={};for(let n=0,i=e.childNodes.length;n<i;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"emission":case"diffuse":case"specular":case"bump":case"ambient":case"shininess":case"transparency":t[r.nodeName]=this.parseEffectParameter(r);break;case"transparent":t[r.nodeName]={opaque:r.hasAttribute("opaque")?r.getAttribute("opaque"):"A_ONE",data:this.parseEffectParameter(r)};break}}return t}parseEffectParameter(e){let t={};for(let n=0,i=e.childNodes.length;n<i;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"color":t[r.nodeName]=ti(r.textContent);break;case"float":t[r.nodeName]=parseFloat(r.textContent);break;case"texture":t[r.nodeName]={id:r.getAttribute("texture"),extra:this.parseEffectParameterTexture(r)};break}}return t}parseEffectParameterTexture(e){let t={technique:{}};for(let n=0,i=e.childNodes.length;n<i;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="extra"&&this.parseEffectParameterTextureExtra(r,t)}return t}parseEffectParameterTextureExtra(e,t){for(let n=0,i=e.childNodes.length;n<i;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="technique"&&this.parseEffectParameterTextureExtraTechnique(r,t)}}parseEffectParameterTextureExtraTechnique(e,t){for(let n=0,i=e.childNodes.length;n<i;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"repeatU":case"repeatV":case"offsetU":case"offsetV":t.technique[r.nodeName]=parseFloat(r.textContent);break;case"wrapU":case"wrapV":r.textContent.toUpperCase()==="TRUE"?t.technique[r.nodeName]=1:r.textContent.toUpperCase()==="FALSE"?t.technique[r.nodeName]=0:t.technique[r.nodeName]=parseInt(r.textContent);break;case"bump":t[r.nodeName]=this.parseEffectExtraTechniqueBump(r);break}}}parseEffectExtra(e){let t={};for(let n=0,i=e.childNodes.length;n<i;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="technique"&&(t.technique=this.parseEffectExtraTechnique(r))}return t}parseEffectExtraTechnique(e){let t={};for(let n=0,i=e.childNodes.length;n<i;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"double_sided":t[r.nodeName]=parseInt(r.textContent);break;case"bump":t[r.nodeName]=this.parseEffectExtraTechniqueBump(r);break}}return t}parseEffectExtraTechniqueBump(e){let t={};for(let n=0,i=e.childNodes.length;n<i;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="texture"&&(t[r.nodeName]={id:r.getAttribute("texture"),texcoord:r.getAttribute("texcoord"),extra:this.parseEffectParameterTexture(r)})}return t}parseMaterial(e){let t={name:e.getAttribute("name")};for(let n=0,i=e.childNodes.length;n<i;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="instance_effect"&&(t.url=Wn(r.getAttribute("url")))}this.library.materials[e.getAttribute("id")]=t}parseCamera(e){let t={name:e.getAttribute("name")};for(let n=0,i=e.childNodes.length;n<i;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="optics"&&(t.optics=this.parseCameraOptics(r))}this.library.cameras[e.getAttribute("id")]=t}parseCameraOptics(e){for(let t=0;t<e.childNodes.length;t++){let n=e.childNodes[t];if(n.nodeName==="technique_common")return this.parseCameraTechnique(n)}return{}}parseCameraTechnique(e){let t={};for(let n=0;n<e.childNodes.length;n++){let i=e.childNodes[n];switch(i.nodeName){case"perspective":case"orthographic":t.technique=i.nodeName,t.parameters=this.parseCameraParameters(i);break}}return t}parseCameraParameters(e){let t={};for(let n=0;n<e.childNodes.length;n++){let i=e.childNodes[n];switch(i.nodeName){case"xfov":case"yfov":case"xmag":case"ymag":case"znear":case"zfar":case"aspect_ratio":t[i.nodeName]=parseFloat(i.textContent);break}}return t}parseLight(e){let t={};for(let n=0,i=e.childNodes.length;n<i;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="technique_common"&&(t=this.parseLightTechnique(r))}this.library.lights[e.getAttribute("id")]=t}parseLightTechnique(e){let t={};for(let n=0,i=e.childNodes.length;n<i;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"directional":case"point":case"spot":case"ambient":t.technique=r.nodeName,t.parameters=this.parseLightParameters(r);break}}return t}parseLightParameters(e){let t={};for(let n=0,i=e.childNodes.length;n<i;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"color":let o=ti(r.textContent);t.color=new Oe().fromArray(o),at.colorSpaceToWorking(t.color,bt);break;case"falloff_angle":t.falloffAngle=parseFloat(r.textContent);break;case"quadratic_attenuation":let a=parseFloat(r.textContent);t.distance=a?Math.sqrt(1/a):0;break}}return t}parseGeometry(e){let t={name:e.getAttribute("name"),sources:{},vertices:{},primitives:[]},n=Si(e,"mesh")[0];if(n!==void 0){for(let i=0;i<n.childNodes.length;i++){let r=n.childNodes[i];if(r.nodeType!==1)continue;let o=r.getAttribute("id");switch(r.nodeName){case"source":t.sources[o]=this.parseSource(r);break;case"vertices":t.vertices=this.parseGeometryVertices(r);break;case"polygons":case"lines":case"linestrips":case"polylist":case"triangles":t.primitives.push(this.parseGeometryPrimitive(r));break;default:}}this.library.geometries[e.getAttribute("id")]=t}}parseSource(e){let t={array:[],stride:3};for(let n=0;n<e.childNodes.length;n++){let i=e.childNodes[n];if(i.nodeType===1)switch(i.nodeName){case"float_array":t.array=ti(i.textContent);break;case"Name_array":t.array=nA(i.textContent);break;case"technique_common":let r=Si(i,"accessor")[0];r!==void 0&&(t.stride=parseInt(r.getAttribute("stride")));break}}return t}parseGeometryVertices(e){let t={};for(let n=0;n<e.childNodes.length;n++){let i=e.childNodes[n];i.nodeType===1&&(t[i.getAttribute("semantic")]=Wn(i.getAttribute("source")))}return t}parseGeometryPrimitive(e){let t={type:e.nodeName,material:e.getAttribute("material"),count:parseInt(e.getAttribute("count")),inputs:{},stride:0,hasUV:!1};for(let n=0,i=e.childNodes.length;n<i;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"input":let o=Wn(r.getAttribute("source")),a=r.getAttribute("semantic"),l=parseInt(r.getAttribute("offset")),c=parseInt(r.getAttribute("set")),h=c>0?a+c:a;t.inputs[h]={id:o,offset:l},t.stride=Math.max(t.stride,l+1),a==="TEXCOORD"&&(t.hasUV=!0);break;case"vcount":t.vcount=mu(r.textContent);break;case"p":t.p=mu(r.textContent);break}}return t.type==="polygons"&&(t.vcount=[t.p.length/t.stride]),t}parseLibraryJoint(e){this.library.joints[e.getAttribute("id")]=this.parseKinematicsJoint(e)}parseKinematicsModel(e){let t={name:e.getAttribute("name")||"",joints:{},links:[]};for(let n=0;n<e.childNodes.length;n++){let i=e.childNodes[n];i.nodeType===1&&i.nodeName==="technique_common"&&this.parseKinematicsTechniqueCommon(i,t)}this.library.kinematicsModels[e.getAttribute("id")]=t}parseKinematicsTechniqueCommon(e,t){for(let n=0;n<e.childNodes.length;n++){let i=e.childNodes[n];if(i.nodeType===1)switch(i.nodeName){case"joint":t.joints[i.getAttribute("sid")]=this.parseKinematicsJoint(i);break;case"instance_joint":t.joints[i.getAttribute("sid")]=this.library.joints[Wn(i.getAttribute("url"))];break;case"link":t.links.push(this.parseKinematicsLink(i));break}}}parseKinematicsJoint(e){let t;for(let n=0;n<e.childNodes.length;n++){let i=e.childNodes[n];if(i.nodeType===1)switch(i.nodeName){case"prismatic":case"revolute":t=this.parseKinematicsJointParameter(i);break}}return t}parseKinematicsJointParameter(e){let t={sid:e.getAttribute("sid"),name:e.getAttribute("name")||"",axis:new V,limits:{min:0,max:0},type:e.nodeName,static:!1,zeroPosition:0,middlePosition:0};for(let n=0;n<e.childNodes.length;n++){let i=e.childNodes[n];if(i.nodeType===1)switch(i.nodeName){case"axis":let r=ti(i.textContent);t.axis.fromArray(r);break;case"limits":let o=i.getElementsByTagName("max")[0],a=i.getElementsByTagName("min")[0];t.limits.max=parseFloat(o.textContent),t.limits.min=parseFloat(a.textContent);break}}return t.limits.min>=t.limits.max&&(t.static=!0),t.middlePosition=(t.limits.min+t.limits.max)/2,t}parseKinematicsLink(e){let t={sid:e.getAttribute("sid"),name:e.getAttribute("name")||"",attachments:[],transforms:[]};for(let n=0;n<e.childNodes.length;n++){let i=e.childNodes[n];if(i.nodeType===1)switch(i.nodeName){case"attachment_full":t.attachments.push(this.parseKinematicsAttachment(i));break;case"matrix":case"translate":case"rotate":t.transforms.push(this.parseKinematicsTransform(i));break}}return t}parseKinematicsAttachment(e){let t={joint:e.getAttribute("joint").split("/").pop(),transforms:[],links:[]};for(let n=0;n<e.childNodes.length;n++){let i=e.childNodes[n];if(i.nodeType===1)switch(i.nodeName){case"link":t.links.push(this.parseKinematicsLink(i));break;case"matrix":case"translate":case"rotate":t.transforms.push(this.parseKinematicsTransform(i));break}}return t}parseKinematicsTransform(e){let t={type:e.nodeName},n=ti(e.textContent);switch(t.type){case"matrix":t.obj=new Ge,t.obj.fromArray(n).transpose();break;case"translate":t.obj=new V,t.obj.fromArray(n);break;case"rotate":t.obj=new V,t.obj.fromArray(n),t.angle=jn.degToRad(n[3]);break}return t}parsePhysicsModel(e){let t={name:e.getAttribute("name")||"",rigidBodies:{}};for(let n=0;n<e.childNodes.length;n++){let i=e.childNodes[n];i.nodeType===1&&i.nodeName==="rigid_body"&&(t.rigidBodies[i.getAttribute("name")]={},this.parsePhysicsRigidBody(i,t.rigidBodies[i.getAttribute("name")]))}this.library.physicsModels[e.getAttribute("id")]=t}parsePhysicsRigidBody(e,t){for(let n=0;n<e.childNodes.length;n++){let i=e.childNodes[n];i.nodeType===1&&i.nodeName==="technique_common"&&this.parsePhysicsTechniqueCommon(i,t)}}parsePhysicsTechniqueCommon(e,t){for(let n=0;n<e.childNodes.length;n++){let i=e.childNodes[n];if(i.nodeType===1)switch(i.nodeName){case"inertia":t.inertia=ti(i.textContent);break;case"mass":t.mass=ti(i.textContent)[0];break}}}parseKinematicsScene(e){let t={bindJointAxis:[]};for(let n=0;n<e.childNodes.length;n++){let i=e.childNodes[n];i.nodeType===1&&i.nodeName==="bind_joint_axis"&&t.bindJointAxis.push(this.parseKinematicsBindJointAxis(i))}this.library.kinematicsScenes[Wn(e.getAttribute("url"))]=t}parseKinematicsBindJointAxis(e){let t={target:e.getAttribute("target").split("/").pop()};for(let n=0;n<e.childNodes.length;n++){let i=e.childNodes[n];if(i.nodeType===1&&i.nodeName==="axis"){let r=i.getElementsByTagName("param")[0];t.axis=r.textContent;let o=t.axis.split("inst_").pop().split("axis")[0];t.jointIndex=o.substring(0,o.length-1)}}return t}prepareNodes(e){let t=e.getElementsByTagName("node");for(let n=0;n<t.length;n++){let i=t[n];i.hasAttribute("id")===!1&&i.setAttribute("id",this.generateId())}}parseNode(e){let t=new Ge,n=new V,i={name:e.getAttribute("name")||"",type:e.getAttribute("type"),id:e.getAttribute("id"),sid:e.getAttribute("sid"),matrix:new Ge,nodes:[],instanceCameras:[],instanceControllers:[],instanceLights:[],instanceGeometries:[],instanceNodes:[],transforms:{},transformData:{},transformOrder:[]};for(let r=0;r<e.childNodes.length;r++){let o=e.childNodes[r];if(o.nodeType!==1)continue;let a;switch(o.nodeName){case"node":i.nodes.push(o.getAttribute("id")),this.parseNode(o);break;case"instance_camera":i.instanceCameras.push(Wn(o.getAttribute("url")));break;case"instance_controller":i.instanceControllers.push(this.parseNodeInstance(o));break;case"instance_light":i.instanceLights.push(Wn(o.getAttribute("url")));break;case"instance_geometry":i.instanceGeometries.push(this.parseNodeInstance(o));break;case"instance_node":i.instanceNodes.push(Wn(o.getAttribute("url")));break;case"matrix":a=ti(o.textContent),i.matrix.multiply(t.fromArray(a).transpose());{let l=o.getAttribute("sid");i.transforms[l]=o.nodeName,i.transformData[l]={type:"matrix",array:a},i.transformOrder.push(l)}break;case"translate":a=ti(o.textContent),n.fromArray(a),i.matrix.multiply(t.makeTranslation(n.x,n.y,n.z));{let l=o.getAttribute("sid");i.transforms[l]=o.nodeName,i.transformData[l]={type:"translate",x:a[0],y:a[1],z:a[2]},i.transformOrder.push(l)}break;case"rotate":a=ti(o.textContent);{let l=jn.degToRad(a[3]);i.matrix.multiply(t.makeRotationAxis(n.fromArray(a),l));let c=o.getAttribute("sid");i.transforms[c]=o.nodeName,i.transformData[c]={type:"rotate",axis:[a[0],a[1],a[2]],angle:a[3]},i.transformOrder.push(c)}break;case"scale":a=ti(o.textContent),i.matrix.scale(n.fromArray(a));{let l=o.getAttribute("sid");i.transforms[l]=o.nodeName,i.transformData[l]={type:"scale",x:a[0],y:a[1],z:a[2]},i.transformOrder.push(l)}break;case"extra":break;default:}}return this.hasNode(i.id)?console.warn("THREE.ColladaLoader: There is already a node with ID %s. Exclude current node from further processing.",i.id):this.library.nodes[i.id]=i,i}parseNodeInstance(e){let t={id:Wn(e.getAttribute("url")),materials:{},skeletons:[]};for(let n=0;n<e.childNodes.length;n++){let i=e.childNodes[n];switch(i.nodeName){case"bind_material":let r=i.getElementsByTagName("instance_material");for(let o=0;o<r.length;o++){let a=r[o],l=a.getAttribute("symbol"),c=a.getAttribute("target");t.materials[l]=Wn(c)}break;case"skeleton":t.skeletons.push(Wn(i.textContent));break;default:break}}return t}parseVisualScene(e){let t={name:e.getAttribute("name"),children:[]};this.prepareNodes(e);let n=Si(e,"node");for(let i=0;i<n.length;i++)t.children.push(this.parseNode(n[i]));this.library.visualScenes[e.getAttribute("id")]=t}hasNode(e){return this.library.nodes[e]!==void 0}};var _u=class{constructor(e,t,n,i){this.library=e,this.collada=t,this.textureLoader=n,this.tgaLoader=i,this.tempColor=new Oe,this.animations=[],this.kinematics={},this.position=new V,this.scale=new V,this.quaternion=new Ht,this.matrix=new Ge,this.deferredPivotAnimations={},this.transformNodes={}}compose(){let e=this.library;this.buildLibrary(e.animations,this.buildAnimation.bind(this)),this.buildLibrary(e.clips,this.buildAnimationClip.bind(this)),this.buildLibrary(e.controllers,this.buildController.bind(this)),this.buildLibrary(e.images,this.buildImage.bind(this)),this.buildLibrary(e.effects,this.buildEffect.bind(this)),this.buildLibrary(e.materials,this.buildMaterial.bind(this)),this.buildLibrary(e.cameras,this.buildCamera.bind(this)),this.buildLibrary(e.lights,this.buildLight.bind(this)),this.buildLibrary(e.geometries,this.buildGeometry.bind(this)),this.buildLibrary(e.visualScenes,this.buildVisualScene.bind(this)),this.setupAnimations(),this.setupKinematics();let t=this.parseScene(Si(this.collada,"scene")[0]);return t.animations=this.animations,{scene:t,animations:this.animations,kinematics:this.kinematics}}buildLibrary(e,t){for(let n in e){let i=e[n];i.build=t(e[n])}}getBuild(e,t){return e.build!==void 0||(e.build=t(e)),e.build}isEmpty(e){return Object.keys(e).length===0}buildAnimation(e){let t=[],n=e.channels,i=e.samplers,r=e.sources,o=this.aggregateAnimationChannels(n,i,r);for(let a in o){let l=this.library.nodes[a];if(!l)continue;let c=o[a];if(this.hasPivotTransforms(l))this.collectDeferredPivotAnimation(a,c);else{let h=this.getNode(a),u=!1;for(let d in c){let f=l.transforms[d],p=l.transformData[d],_=c[d];switch(f){case"matrix":this.buildMatrixTracks(h,_,l,t);break;case"translate":this.buildTranslateTrack(h,_,p,t);break;case"rotate":u||(this.buildRotateTrack(h,d,_,p,l,t),u=!0);break;case"scale":this.buildScaleTrack(h,_,p,t);break}}}}return t}collectDeferredPivotAnimation(e,t){this.deferredPivotAnimations[e]||(this.deferredPivotAnimations[e]={});let n=this.deferredPivotAnimations[e];for(let i in t){n[i]||(n[i]={});for(let r in t[i])n[i][r]=t[i][r]}}hasPivotTransforms(e){let t=["rotatePivot","rotatePivotInverse","rotatePivotTranslation","scalePivot","scalePivotInverse","scalePivotTranslation"];for(let n of t)if(e.transforms[n]!==void 0)return!0;return!1}getAnimation(e){return this.getBuild(this.library.animations[e],this.buildAnimation.bind(this))}aggregateAnimationChannels(e,t,n){let i={};for(let r in e){if(!e.hasOwnProperty(r))continue;let o=e[r],a=t[o.sampler],l=a.inputs.INPUT,c=a.inputs.OUTPUT,h=n[l],u=n[c],d=a.inputs.INTERPOLATION,f=a.inputs.IN_TANGENT,p=a.inputs.OUT_TANGENT,_=d?n[d]:null,m=f?n[f]:null,g=p?n[p]:null,x=o.id,M=o.sid,v=o.member||"default";i[x]||(i[x]={}),i[x][M]||(i[x][M]={}),i[x][M][v]={times:h.array,values:u.array,stride:u.stride,arraySyntax:o.arraySyntax,indices:o.indices,interpolation:_?_.array:null,inTangent:m?m.array:null,outTangent:g?g.array:null,inTangentStride:m?m.stride:0,outTangentStride:g?g.stride:0}}return i}buildMatrixTracks(e,t,n,i){let r=n.matrix.clone().transpose(),o={};for(let c in t){let h=t[c],u=h.times,d=h.values,f=h.stride;for(let p=0,_=u.length;p<_;p++){let m=u[p],g=p*f;if(o[m]===void 0&&(o[m]={}),h.arraySyntax===!0){let x=d[g],M=h.indices[0]+4*h.indices[1];o[m][M]=x}else for(let x=0;x<f;x++)o[m][x]=d[g+x]}}let a=this.prepareAnimationData(o,r),l={name:e.uuid,keyframes:a};this.createKeyframeTracks(l,i)}buildTranslateTrack(e,t,n,i){if(t.default&&t.default.stride===3){let c=t.default,h=Array.from(c.times),u=Array.from(c.values),d=new In(e.uuid+".position",h,u),f=this.getInterpolationInfo(t);this.applyInterpolation(d,f,t),i.push(d);return}let r=this.getTimesForAllAxes(t);if(r.length===0)return;let o=[],a=this.getInterpolationInfo(t);for(let c=0;c<r.length;c++){let h=r[c],u=this.getValueAtTime(t.X,h,n.x),d=this.getValueAtTime(t.Y,h,n.y),f=this.getValueAtTime(t.Z,h,n.z);o.push(u,d,f)}let l=new In(e.uuid+".position",r,o);this.applyInterpolation(l,a),i.push(l)}buildRotateTrack(e,t,n,i,r,o){let a=n.ANGLE||n.default;if(!a)return;let l=Array.from(a.times);if(l.length===0)return;let c=[];for(let m of r.transformOrder)if(r.transforms[m]==="rotate"){let x=r.transformData[m];c.push({sid:m,axis:new V(x.axis[0],x.axis[1],x.axis[2]),defaultAngle:x.angle})}let h=new Ht,u=new Ht,d=new Ht,f=[],p=this.getInterpolationInfo(n);for(let m=0;m<l.length;m++){let g=l[m];h.identity();for(let x of c){let M;x.sid===t?M=this.getValueAtTime(a,g,x.defaultAngle):M=x.defaultAngle;let v=jn.degToRad(M);d.setFromAxisAngle(x.axis,v),h.multiply(d)}m>0&&u.dot(h)<0&&(h.x=-h.x,h.y=-h.y,h.z=-h.z,h.w=-h.w),u.copy(h),f.push(h.x,h.y,h.z,h.w)}let _=new Di(e.uuid+".quaternion",l,f);this.applyInterpolation(_,p),o.push(_)}buildScaleTrack(e,t,n,i){if(t.default&&t.default.stride===3){let c=t.default,h=Array.from(c.times),u=Array.from(c.values),d=new In(e.uuid+".scale",h,u),f=this.getInterpolationInfo(t);this.applyInterpolation(d,f,t),i.push(d);return}let r=this.getTimesForAllAxes(t);if(r.length===0)return;let o=[],a=this.getInterpolationInfo(t);for(let c=0;c<r.length;c++){let h=r[c],u=this.getValueAtTime(t.X,h,n.x),d=this.getValueAtTime(t.Y,h,n.y),f=this.getValueAtTime(t.Z,h,n.z);o.push(u,d,f)}let l=new In(e.uuid+".scale",r,o);this.applyInterpolation(l,a),i.push(l)}getTimesForAllAxes(e){let t=[];return e.X&&(t=t.concat(Array.from(e.X.times))),e.Y&&(t=t.concat(Array.from(e.Y.times))),e.Z&&(t=t.concat(Array.from(e.Z.times))),e.ANGLE&&(t=t.concat(Array.from(e.ANGLE.times))),e.default&&(t=t.concat(Array.from(e.default.times))),t=[...new Set(t)].sort((n,i)=>n-i),t}getValueAtTime(e,t,n){if(!e)return n;let i=e.times,r=e.values,o=e.interpolation;for(let a=0;a<i.length;a++){if(i[a]===t)return r[a];if(i[a]>t){if(a===0)return r[0];let l=a-1,c=a,h=i[l],u=i[c],d=r[l],f=r[c],p=o?o[l]:"LINEAR";if(p==="STEP")return d;if(p==="BEZIER"&&e.inTangent&&e.outTangent)return this.evaluateBezierComponent(e,l,c,h,u,t);{let _=(t-h)/(u-h);return d+_*(f-d)}}}return r[r.length-1]}evaluateBezierComponent(e,t,n,i,r,o){let a=e.values,l=e.inTangent,c=e.outTangent,h=e.inTangentStride||1,u=a[t],d=a[n],f,p,_,m;h===2?(f=c[t*2],p=c[t*2+1],_=l[n*2],m=l[n*2+1]):(f=i+(r-i)/3,p=c[t],_=r-(r-i)/3,m=l[n]);let g=(o-i)/(r-i);for(let y=0;y<8;y++){let w=g*g,I=w*g,P=1-g,C=P*P,k=C*P*i+3*C*g*f+3*P*w*_+I*r,L=3*C*(f-i)+6*P*g*(_-f)+3*w*(r-_);if(Math.abs(L)<1e-10)break;let B=k-o;if(Math.abs(B)<1e-10)break;g=g-B/L,g=Math.max(0,Math.min(1,g))}let x=g*g,M=x*g,v=1-g,T=v*v;return T*v*u+3*T*g*p+3*v*x*m+M*d}getInterpolationInfo(e){let t=["X","Y","Z","ANGLE","default"],n=null,i=!0;for(let r of t){let o=e[r];if(!o||!o.interpolation)continue;let a=o.interpolation;for(let l=0;l<a.length;l++){let c=a[l];n===null?n=c:c!==n&&(i=!1)}}return{type:n||"LINEAR",uniform:i}}applyInterpolation(e,t,n=null){if(t.type==="STEP"&&t.uniform)e.setInterpolation(Xs);else if(t.type==="BEZIER"&&t.uniform&&n){let i=n.default;i&&i.inTangent&&i.outTangent&&(e.setInterpolation(Za),e.settings={inTangents:new Float32Array(i.inTangent),outTangents:new Float32Array(i.outTangent)})}}prepareAnimationData(e,t){let n=[];for(let i in e)n.push({time:parseFloat(i),value:e[i]});n.sort((i,r)=>i.time-r.time);for(let i=0;i<16;i++)this.transformAnimationData(n,i,t.elements[i]);return n}createKeyframeTracks(e,t){let n=e.keyframes,i=e.name,r=[],o=[],a=[],l=[],c=this.position,h=this.quaternion,u=this.scale,d=this.matrix;for(let f=0,p=n.length;f<p;f++){let _=n[f],m=_.time,g=_.value;d.fromArray(g).transpose(),d.decompose(c,h,u),r.push(m),o.push(c.x,c.y,c.z),a.push(h.x,h.y,h.z,h.w),l.push(u.x,u.y,u.z)}return o.length>0&&t.push(new In(i+".position",r,o)),a.length>0&&t.push(new Di(i+".quaternion",r,a)),l.length>0&&t.push(new In(i+".scale",r,l)),t}transformAnimationData(e,t,n){let i,r=!0,o,a;for(o=0,a=e.length;o<a;o++)i=e[o],i.value[t]===void 0?i.value[t]=null:r=!1;if(r===!0)for(o=0,a=e.length;o<a;o++)i=e[o],i.value[t]=n;else this.createMissingKeyframes(e,t)}createMissingKeyframes(e,t){let n,i;for(let r=0,o=e.length;r<o;r++){let a=e[r];if(a.value[t]===null){if(n=this.getPrev(e,r,t),i=this.getNext(e,r,t),n===null){a.value[t]=i.value[t];continue}if(i===null){a.value[t]=n.value[t];continue}this.interpolate(a,n,i,t)}}}getPrev(e,t,n){for(;t>=0;){let i=e[t];if(i.value[n]!==null)return i;t--}return null}getNext(e,t,n){for(;t<e.length;){let i=e[t];if(i.value[n]!==null)return i;t++}return null}interpolate(e,t,n,i){if(n.time-t.time===0){e.value[i]=t.value[i];return}e.value[i]=(e.time-t.time)*(n.value[i]-t.value[i])/(n.time-t.time)+t.value[i]}buildAnimationClip(e){let t=[],n=e.name,i=e.end-e.start||-1,r=e.animations;for(let o=0,a=r.length;o<a;o++){let l=this.getAnimation(r[o]);for(let c=0,h=l.length;c<h;c++)t.push(l[c])}return new Sr(n,i,t)}getAnimationClip(e){return this.getBuild(this.library.clips[e],this.buildAnimationClip.bind(this))}buildController(e){let t={id:e.id},n=this.library.geometries[t.id];return e.skin!==void 0&&(t.skin=this.buildSkin(e.skin),n.sources.skinIndices=t.skin.indices,n.sources.skinWeights=t.skin.weights),t}buildSkin(e){let n={joints:[],indices:{array:[],stride:4},weights:{array:[],stride:4}},i=e.sources,r=e.vertexWeights,o=r.vcount,a=r.v,l=r.inputs.JOINT.offset,c=r.inputs.WEIGHT.offset,h=e.sources[e.joints.inputs.JOINT],u=e.sources[e.joints.inputs.INV_BIND_MATRIX],d=i[r.inputs.WEIGHT.id].array,f=0,p,_,m;for(p=0,m=o.length;p<m;p++){let x=o[p],M=[];for(_=0;_<x;_++){let v=a[f+l],T=a[f+c],b=d[T];M.push({index:v,weight:b}),f+=2}for(M.sort(g),_=0;_<4;_++){let v=M[_];v!==void 0?(n.indices.array.push(v.index),n.weights.array.push(v.weight)):(n.indices.array.push(0),n.weights.array.push(0))}}for(e.bindShapeMatrix?n.bindMatrix=new Ge().fromArray(e.bindShapeMatrix).transpose():n.bindMatrix=new Ge().identity(),p=0,m=h.array.length;p<m;p++){let x=h.array[p],M=new Ge().fromArray(u.array,p*u.stride).transpose();n.joints.push({name:x,boneInverse:M})}return n;function g(x,M){return M.weight-x.weight}}getController(e){return this.getBuild(this.library.controllers[e],this.buildController.bind(this))}buildImage(e){return e.build!==void 0?e.build:e.init_from}getImage(e){let t=this.library.images[e];return t!==void 0?this.getBuild(t,this.buildImage.bind(this)):(console.warn("THREE.ColladaLoader: Couldn't find image with ID:",e),null)}buildEffect(e){return e}getEffect(e){return this.getBuild(this.library.effects[e],this.buildEffect.bind(this))}getTextureLoader(e){let t,n=e.slice((e.lastIndexOf(".")-1>>>0)+2);return n=n.toLowerCase(),n==="tga"?t=this.tgaLoader:t=this.textureLoader,t}buildMaterial(e){let t=this.getEffect(e.url),n=t.profile.technique,i;switch(n.type){case"phong":case"blinn":i=new qi;break;case"lambert":i=new ul;break;default:i=new Yn;break}i.name=e.name||"";let r=this;function o(h,u=null){let d=t.profile.samplers[h.id],f=null;if(d!==void 0){let p=t.profile.surfaces[d.source];f=r.getImage(p.init_from)}else console.warn("THREE.ColladaLoader: Undefined sampler. Access image directly (see #12530)."),f=r.getImage(h.id);if(f!==null){let p=r.getTextureLoader(f);if(p!==void 0){let _=p.load(f),m=h.extra;if(m!==void 0&&m.technique!==void 0&&r.isEmpty(m.technique)===!1){let g=m.technique;_.wrapS=g.wrapU?Li:qn,_.wrapT=g.wrapV?Li:qn,_.offset.set(g.offsetU||0,g.offsetV||0),_.repeat.set(g.repeatU||1,g.repeatV||1)}else _.wrapS=Li,_.wrapT=Li;return u!==null&&(_.colorSpace=u),_}else return console.warn("THREE.ColladaLoader: Loader for texture %s not found.",f),null}else return console.warn("THREE.ColladaLoader: Couldn't create texture with ID:",h.id),null}let a=n.parameters;for(let h in a){let u=a[h];switch(h){case"diffuse":u.color&&i.color.fromArray(u.color),u.texture&&(i.map=o(u.texture,bt));break;case"specular":u.color&&i.specular&&i.specular.fromArray(u.color),u.texture&&(i.specularMap=o(u.texture));break;case"bump":u.texture&&(i.normalMap=o(u.texture));break;case"ambient":u.texture&&(i.lightMap=o(u.texture,bt));break;case"shininess":u.float&&i.shininess&&(i.shininess=u.float);break;case"emission":u.color&&i.emissive&&i.emissive.fromArray(u.color),u.texture&&(i.emissiveMap=o(u.texture,bt));break}}at.colorSpaceToWorking(i.color,bt),i.specular&&at.colorSpaceToWorking(i.specular,bt),i.emissive&&at.colorSpaceToWorking(i.emissive,bt);let l=a.transparent,c=a.transparency;if(c===void 0&&l&&(c={float:1}),l===void 0&&c&&(l={opaque:"A_ONE",data:{color:[1,1,1,1]}}),l&&c)if(l.data.texture)i.transparent=!0;else{let h=l.data.color;switch(l.opaque){case"A_ONE":i.opacity=h[3]*c.float;break;case"RGB_ZERO":i.opacity=1-h[0]*c.float;break;case"A_ZERO":i.opacity=1-h[3]*c.float;break;case"RGB_ONE":i.opacity=h[0]*c.float;break;default:console.warn('THREE.ColladaLoader: Invalid opaque type "%s" of transparent tag.',l.opaque)}i.opacity<1&&(i.transparent=!0)}if(n.extra!==void 0&&n.extra.technique!==void 0){let h=n.extra.technique;for(let u in h){let d=h[u];switch(u){case"double_sided":i.side=d===1?xi:Yi;break;case"bump":i.normalMap=o(d.texture),i.normalScale=new Xe(1,1);break}}}return i}getMaterial(e){return this.getBuild(this.library.materials[e],this.buildMaterial.bind(this))}buildCamera(e){let t;switch(e.optics.technique){case"perspective":t=new cn(e.optics.parameters.yfov,e.optics.parameters.aspect_ratio,e.optics.parameters.znear,e.optics.parameters.zfar);break;case"orthographic":let n=e.optics.parameters.ymag,i=e.optics.parameters.xmag,r=e.optics.parameters.aspect_ratio;i=i===void 0?n*r:i,n=n===void 0?i/r:n,i*=.5,n*=.5,t=new Qs(-i,i,n,-n,e.optics.parameters.znear,e.optics.parameters.zfar);break;default:t=new cn;break}return t.name=e.name||"",t}getCamera(e){let t=this.library.cameras[e];return t!==void 0?this.getBuild(t,this.buildCamera.bind(this)):(console.warn("THREE.ColladaLoader: Couldn't find camera with ID:",e),null)}buildLight(e){let t;switch(e.technique){case"directional":t=new er;break;case"point":t=new Jr;break;case"spot":t=new Zr;break;case"ambient":t=new gl;break}return e.parameters.color&&t.color.copy(e.parameters.color),e.parameters.distance&&(t.distance=e.parameters.distance),e.parameters.falloffAngle&&(t.angle=jn.degToRad(e.parameters.falloffAngle)),t}getLight(e){let t=this.library.lights[e];return t!==void 0?this.getBuild(t,this.buildLight.bind(this)):(console.warn("THREE.ColladaLoader: Couldn't find light with ID:",e),null)}groupPrimitives(e){let t={};for(let n=0;n<e.length;n++){let i=e[n];t[i.type]===void 0&&(t[i.type]=[]),t[i.type].push(i)}return t}checkUVCoordinates(e){let t=0;for(let n=0,i=e.length;n<i;n++)e[n].hasUV===!0&&t++;t>0&&t<e.length&&(e.uvsNeedsFix=!0)}buildGeometry(e){let t={},n=e.sources,i=e.vertices,r=e.primitives;if(r.length===0)return{};let o=this.groupPrimitives(r);for(let a in o){let l=o[a];this.checkUVCoordinates(l),t[a]=this.buildGeometryType(l,n,i)}return t}buildGeometryType(e,t,n){let i={},r={array:[],stride:0},o={array:[],stride:0},a={array:[],stride:0},l={array:[],stride:0},c={array:[],stride:0},h={array:[],stride:4},u={array:[],stride:4},d=new Ut,f=[],p=0;for(let _=0;_<e.length;_++){let m=e[_],g=m.inputs,x=0;switch(m.type){case"lines":case"linestrips":x=m.count*2;break;case"triangles":x=m.count*3;break;case"polygons":case"polylist":for(let M=0;M<m.count;M++){let v=m.vcount[M];switch(v){case 3:x+=3;break;case 4:x+=6;break;default:x+=(v-2)*3;break}}break;default:console.warn("THREE.ColladaLoader: Unknown primitive type:",m.type)}d.addGroup(p,x,_),p+=x,m.material&&f.push(m.material),m.positionSource=t[n.POSITION],m.positionOffset=g.VERTEX.offset;for(let M in g){let v=g[M];switch(M){case"VERTEX":for(let T in n){let b=n[T];switch(T){case"POSITION":let y=r.array.length;if(this.buildGeometryData(m,t[b],v.offset,r.array),r.stride=t[b].stride,t.skinWeights&&t.skinIndices&&(this.buildGeometryData(m,t.skinIndices,v.offset,h.array),this.buildGeometryData(m,t.skinWeights,v.offset,u.array)),m.hasUV===!1&&e.uvsNeedsFix===!0){let w=(r.array.length-y)/r.stride;for(let I=0;I<w;I++)a.array.push(0,0)}break;case"NORMAL":this.buildGeometryData(m,t[b],v.offset,o.array),o.stride=t[b].stride;break;case"COLOR":this.buildGeometryData(m,t[b],v.offset,c.array,!0),c.stride=t[b].stride;break;case"TEXCOORD":this.buildGeometryData(m,t[b],v.offset,a.array),a.stride=t[b].stride;break;case"TEXCOORD1":this.buildGeometryData(m,t[b],v.offset,l.array),a.stride=t[b].stride;break;default:console.warn('THREE.ColladaLoader: Semantic "%s" not handled in geometry build process.',T)}}break;case"NORMAL":this.buildGeometryData(m,t[v.id],v.offset,o.array),o.stride=t[v.id].stride;break;case"COLOR":this.buildGeometryData(m,t[v.id],v.offset,c.array,!0),c.stride=t[v.id].stride;break;case"TEXCOORD":this.buildGeometryData(m,t[v.id],v.offset,a.array),a.stride=t[v.id].stride;break;case"TEXCOORD1":this.buildGeometryData(m,t[v.id],v.offset,l.array),l.stride=t[v.id].stride;break}}}return r.array.length>0&&d.setAttribute("position",new ct(r.array,r.stride)),o.array.length>0&&d.setAttribute("normal",new ct(o.array,o.stride)),c.array.length>0&&d.setAttribute("color",new ct(c.array,c.stride)),a.array.length>0&&d.setAttribute("uv",new ct(a.array,a.stride)),l.array.length>0&&d.setAttribute("uv1",new ct(l.array,l.stride)),h.array.length>0&&d.setAttribute("skinIndex",new ct(h.array,h.stride)),u.array.length>0&&d.setAttribute("skinWeight",new ct(u.array,u.stride)),i.data=d,i.type=e[0].type,i.materialKeys=f,i}buildGeometryData(e,t,n,i,r=!1){let o=e.p,a=e.stride,l=e.vcount,c=e.positionSource,h=e.positionOffset,u=this.tempColor;function d(_){let m=o[_+n]*p,g=m+p;for(;m<g;m++)i.push(f[m]);if(r){let x=i.length-p;u.setRGB(i[x+0],i[x+1],i[x+2],bt),i[x+0]=u.r,i[x+1]=u.g,i[x+2]=u.b}}let f=t.array,p=t.stride;if(e.vcount!==void 0){let _=0;for(let m=0,g=l.length;m<g;m++){let x=l[m];if(x===4){let M=_+a*0,v=_+a*1,T=_+a*2,b=_+a*3;d(M),d(v),d(b),d(v),d(T),d(b)}else if(x===3){let M=_+a*0,v=_+a*1,T=_+a*2;d(M),d(v),d(T)}else if(x>4){let M=[];for(let I=0;I<x;I++){let P=_+a*I+h,C=o[P]*c.stride,U=c.array[C],k=c.array[C+1],L=c.array[C+2];M.push(new V(U,k,L))}let v=new V,T=new xs;T.a=M[0],T.b=M[1],T.c=M[2],T.getNormal(v);let b=[];if(Math.abs(v.x)>Math.abs(v.y)&&Math.abs(v.x)>Math.abs(v.z))for(let I=0;I<x;I++)b.push(new Xe(M[I].y,M[I].z));else if(Math.abs(v.y)>Math.abs(v.z))for(let I=0;I<x;I++)b.push(new Xe(M[I].x,M[I].z));else for(let I=0;I<x;I++)b.push(new Xe(M[I].x,M[I].y));let y=ta.isClockWise(b);y===!0&&b.reverse();let w=ta.triangulateShape(b,[]);for(let I=0;I<w.length;I++){let P=w[I],C,U,k;y===!1?(C=P[0],U=P[1],k=P[2]):(C=x-1-P[0],U=x-1-P[2],k=x-1-P[1]);let L=_+a*C,B=_+a*U,O=_+a*k;d(L),d(B),d(O)}}_+=a*x}}else for(let _=0,m=o.length;_<m;_+=a)d(_)}getGeometry(e){return this.getBuild(this.library.geometries[e],this.buildGeometry.bind(this))}buildKinematicsModel(e){return e.build!==void 0?e.build:e}getKinematicsModel(e){return this.getBuild(this.library.kinematicsModels[e],this.buildKinematicsModel.bind(this))}buildKinematicsScene(e){return e.build!==void 0?e.build:e}getKinematicsScene(e){return this.getBuild(this.library.kinematicsScenes[e],this.buildKinematicsScene.bind(this))}setupKinematics(){let e=Object.keys(this.library.kinematicsModels)[0],t=Object.keys(this.library.kinematicsScenes)[0],n=Object.keys(this.library.visualScenes)[0];if(e===void 0||t===void 0)return;let i=this.getKinematicsModel(e),r=this.getKinematicsScene(t),o=this.getVisualScene(n),a=r.bindJointAxis,l={},c=this.collada,h=this;for(let p=0,_=a.length;p<_;p++){let m=a[p],g=c.querySelector('[sid="'+m.target+'"]');if(g){let x=g.parentElement;u(m.jointIndex,x)}}function u(p,_){let m=_.getAttribute("name"),g=i.joints[p],x=h.buildTransformList(_);o.traverse(function(M){M.name===m&&(l[p]={object:M,transforms:x,joint:g,position:g.zeroPosition})})}let d=new Ge,f=this.matrix;this.kinematics={joints:i&&i.joints,getJointValue:function(p){let _=l[p];if(_)return _.position;console.warn("THREE.ColladaLoader: Joint "+p+" doesn't exist.")},setJointValue:function(p,_){let m=l[p];if(m){let g=m.joint;if(_>g.limits.max||_<g.limits.min)console.warn("THREE.ColladaLoader: Joint "+p+" value "+_+" outside of limits (min: "+g.limits.min+", max: "+g.limits.max+").");else if(g.static)console.warn("THREE.ColladaLoader: Joint "+p+" is static.");else{let x=m.object,M=g.axis,v=m.transforms;f.identity();for(let T=0;T<v.length;T++){let b=v[T];if(b.sid&&b.sid.indexOf(p)!==-1)switch(g.type){case"revolute":f.multiply(d.makeRotationAxis(M,jn.degToRad(_)));break;case"prismatic":f.multiply(d.makeTranslation(M.x*_,M.y*_,M.z*_));break;default:console.warn("THREE.ColladaLoader: Unknown joint type: "+g.type);break}else switch(b.type){case"matrix":f.multiply(b.obj);break;case"translate":f.multiply(d.makeTranslation(b.obj.x,b.obj.y,b.obj.z));break;case"scale":f.scale(b.obj);break;case"rotate":f.multiply(d.makeRotationAxis(b.obj,b.angle));break}}x.matrix.copy(f),x.matrix.decompose(x.position,x.quaternion,x.scale),l[p].position=_}}else console.warn("THREE.ColladaLoader: Joint "+p+" does not exist.")}}}buildTransformList(e){let t=[],n=this.collada.querySelector('[id="'+e.id+'"]');for(let i=0;i<n.childNodes.length;i++){let r=n.childNodes[i];if(r.nodeType!==1)continue;let o,a;switch(r.nodeName){case"matrix":o=ti(r.textContent);let l=new Ge().fromArray(o).transpose();t.push({sid:r.getAttribute("sid"),type:r.nodeName,obj:l});break;case"translate":case"scale":o=ti(r.textContent),a=new V().fromArray(o),t.push({sid:r.getAttribute("sid"),type:r.nodeName,obj:a});break;case"rotate":o=ti(r.textContent),a=new V().fromArray(o);let c=jn.degToRad(o[3]);t.push({sid:r.getAttribute("sid"),type:r.nodeName,obj:a,angle:c});break}}return t}buildSkeleton(e,t){let n=[],i=[],r,o,a;for(r=0;r<e.length;r++){let h=e[r],u;if(this.hasNode(h))u=this.getNode(h),this.buildBoneHierarchy(u,t,n);else if(this.hasVisualScene(h)){let f=this.library.visualScenes[h].children;for(let p=0;p<f.length;p++){let _=f[p];if(_.type==="JOINT"){let m=this.getNode(_.id);this.buildBoneHierarchy(m,t,n)}}}else console.error("THREE.ColladaLoader: Unable to find root bone of skeleton with ID:",h)}for(r=0;r<t.length;r++)for(o=0;o<n.length;o++)if(a=n[o],a.bone.name===t[r].name){i[r]=a,a.processed=!0;break}for(r=0;r<n.length;r++)a=n[r],a.processed===!1&&(i.push(a),a.processed=!0);let l=[],c=[];for(r=0;r<i.length;r++)a=i[r],l.push(a.bone),c.push(a.boneInverse);return new jr(l,c)}buildBoneHierarchy(e,t,n){e.traverse(function(i){if(i.isBone===!0){let r;for(let o=0;o<t.length;o++){let a=t[o];if(a.name===i.name){r=a.boneInverse;break}}r===void 0&&(r=new Ge),n.push({bone:i,boneInverse:r,processed:!1})}})}buildNode(e){let t=[],n=e.matrix,i=e.nodes,r=e.type,o=e.instanceCameras,a=e.instanceControllers,l=e.instanceLights,c=e.instanceGeometries,h=e.instanceNodes;for(let d=0,f=i.length;d<f;d++)t.push(this.getNode(i[d]));for(let d=0,f=o.length;d<f;d++){let p=this.getCamera(o[d]);p!==null&&t.push(p.clone())}for(let d=0,f=a.length;d<f;d++){let p=a[d],_=this.getController(p.id),m=this.getGeometry(_.id),g=this.buildObjects(m,p.materials),x=p.skeletons,M=_.skin.joints,v=this.buildSkeleton(x,M);for(let T=0,b=g.length;T<b;T++){let y=g[T];y.isSkinnedMesh&&(y.bind(v,_.skin.bindMatrix),y.normalizeSkinWeights()),t.push(y)}}for(let d=0,f=l.length;d<f;d++){let p=this.getLight(l[d]);p!==null&&t.push(p.clone())}for(let d=0,f=c.length;d<f;d++){let p=c[d],_=this.getGeometry(p.id),m=this.buildObjects(_,p.materials);for(let g=0,x=m.length;g<x;g++)t.push(m[g])}for(let d=0,f=h.length;d<f;d++)t.push(this.getNode(h[d]).clone());let u;if(i.length===0&&t.length===1)u=t[0];else{u=r==="JOINT"?new _r:new en;for(let d=0;d<t.length;d++)u.add(t[d])}return u.name=r==="JOINT"?e.sid:e.name,r!=="JOINT"&&this.hasPivotTransforms(e)?this.wrapWithTransformHierarchy(u,e):(u.matrix.copy(n),u.matrix.decompose(u.position,u.quaternion,u.scale),u)}wrapWithTransformHierarchy(e,t){let n=t.id;this.transformNodes[n]={};let i=t.transformOrder,r=t.transformData,o=new en;o.name=t.name;let a=o;for(let l=0;l<i.length;l++){let c=i[l],h=r[c],u=new en;switch(u.name=t.name+"_"+c,h.type){case"translate":u.position.set(h.x,h.y,h.z);break;case"rotate":{let d=new V(h.axis[0],h.axis[1],h.axis[2]),f=jn.degToRad(h.angle);u.quaternion.setFromAxisAngle(d,f),u.userData.rotationAxis=d;break}case"scale":u.scale.set(h.x,h.y,h.z);break;case"matrix":{new Ge().fromArray(h.array).transpose().decompose(u.position,u.quaternion,u.scale);break}}this.transformNodes[n][c]=u,a.add(u),a=u}return a.add(e),o}resolveMaterialBinding(e,t){let n=[];for(let i=0,r=e.length;i<r;i++){let o=t[e[i]];o===void 0?(console.warn("THREE.ColladaLoader: Material with key %s not found. Apply fallback material.",e[i]),n.push(this.fallbackMaterial)):n.push(this.getMaterial(o))}return n}get fallbackMaterial(){return this._fallbackMaterial===void 0&&(this._fallbackMaterial=new Yn({name:Ln.DEFAULT_MATERIAL_NAME,color:16711935})),this._fallbackMaterial}buildObjects(e,t){let n=[];for(let i in e){let r=e[i],o=this.resolveMaterialBinding(r.materialKeys,t);if(o.length===0&&(i==="lines"||i==="linestrips"?o.push(new Gn):o.push(new qi)),i==="lines"||i==="linestrips")for(let h=0,u=o.length;h<u;h++){let d=o[h];if(d.isMeshPhongMaterial===!0||d.isMeshLambertMaterial===!0){let f=new Gn;f.color.copy(d.color),f.opacity=d.opacity,f.transparent=d.transparent,o[h]=f}}let a=r.data.attributes.skinIndex!==void 0,l=o.length===1?o[0]:o,c;switch(i){case"lines":c=new Xi(r.data,l);break;case"linestrips":c=new Wi(r.data,l);break;case"triangles":case"polygons":case"polylist":a?c=new Yr(r.data,l):c=new Mt(r.data,l);break}n.push(c)}return n}hasNode(e){return this.library.nodes[e]!==void 0}getNode(e){return this.getBuild(this.library.nodes[e],this.buildNode.bind(this))}buildVisualScene(e){let t=new en;t.name=e.name;let n=e.children;for(let i=0;i<n.length;i++){let r=n[i];t.add(this.getNode(r.id))}return t}hasVisualScene(e){return this.library.visualScenes[e]!==void 0}getVisualScene(e){return this.getBuild(this.library.visualScenes[e],this.buildVisualScene.bind(this))}parseScene(e){let t=Si(e,"instance_visual_scene")[0];return this.getVisualScene(this.parseId(t.getAttribute("url")))}parseId(e){return e.substring(1)}setupAnimations(){let e=this.library.clips;if(this.isEmpty(e)===!0){if(this.isEmpty(this.library.animations)===!1){let t=[];for(let n in this.library.animations){let i=this.getAnimation(n);for(let r=0,o=i.length;r<o;r++)t.push(i[r])}this.buildDeferredPivotAnimationTracks(t),this.animations.push(new Sr("default",-1,t))}}else for(let t in e)this.animations.push(this.getAnimationClip(t))}buildDeferredPivotAnimationTracks(e){for(let t in this.deferredPivotAnimations){let n=this.library.nodes[t];if(!n)continue;let i=this.deferredPivotAnimations[t];this.buildTransformHierarchyTracks(t,i,n,e)}}buildTransformHierarchyTracks(e,t,n,i){let r=this.transformNodes[e];if(!r){console.warn("THREE.ColladaLoader: Transform hierarchy not found for node:",e);return}for(let o in t){let a=r[o];if(!a)continue;let l=n.transforms[o],c=n.transformData[o],h=t[o];switch(l){case"translate":this.buildHierarchyTranslateTrack(a,h,c,i);break;case"rotate":this.buildHierarchyRotateTrack(a,h,c,i);break;case"scale":this.buildHierarchyScaleTrack(a,h,c,i);break}}}buildHierarchyTranslateTrack(e,t,n,i){if(t.default&&t.default.stride===3){let c=t.default,h=new In(e.uuid+".position",Array.from(c.times),Array.from(c.values)),u=this.getInterpolationInfo(t);this.applyInterpolation(h,u,t),i.push(h);return}let r=this.getTimesForAllAxes(t);if(r.length===0)return;let o=[],a=this.getInterpolationInfo(t);for(let c=0;c<r.length;c++){let h=r[c],u=this.getValueAtTime(t.X,h,n.x),d=this.getValueAtTime(t.Y,h,n.y),f=this.getValueAtTime(t.Z,h,n.z);o.push(u,d,f)}let l=new In(e.uuid+".position",r,o);this.applyInterpolation(l,a),i.push(l)}buildHierarchyRotateTrack(e,t,n,i){let r=t.ANGLE||t.default;if(!r)return;let o=Array.from(r.times);if(o.length===0)return;let a=e.userData.rotationAxis||new V(n.axis[0],n.axis[1],n.axis[2]),l=new Ht,c=new Ht,h=[],u=this.getInterpolationInfo(t);for(let f=0;f<o.length;f++){let p=o[f],_=this.getValueAtTime(r,p,n.angle),m=jn.degToRad(_);l.setFromAxisAngle(a,m),f>0&&c.dot(l)<0&&(l.x=-l.x,l.y=-l.y,l.z=-l.z,l.w=-l.w),c.copy(l),h.push(l.x,l.y,l.z,l.w)}let d=new Di(e.uuid+".quaternion",o,h);this.applyInterpolation(d,u),i.push(d)}buildHierarchyScaleTrack(e,t,n,i){if(t.default&&t.default.stride===3){let c=t.default,h=new In(e.uuid+".scale",Array.from(c.times),Array.from(c.values)),u=this.getInterpolationInfo(t);this.applyInterpolation(h,u,t),i.push(h);return}let r=this.getTimesForAllAxes(t);if(r.length===0)return;let o=[],a=this.getInterpolationInfo(t);for(let c=0;c<r.length;c++){let h=r[c],u=this.getValueAtTime(t.X,h,n.x),d=this.getValueAtTime(t.Y,h,n.y),f=this.getValueAtTime(t.Z,h,n.z);o.push(u,d,f)}let l=new In(e.uuid+".scale",r,o);this.applyInterpolation(l,a),i.push(l)}};var ga=class extends Ln{load(e,t,n,i){let r=this,o=r.path===""?Fi.extractUrlBase(e):r.path,a=new Ui(r.manager);a.setPriority(r.priority),a.setCache(r.cache),a.setPath(r.path),a.setRequestHeader(r.requestHeader),a.setWithCredentials(r.withCredentials),a.load(e,function(l){try{t(r.parse(l,o))}catch(c){i?i(c):console.error(c),r.manager.itemError(e)}},n,i)}parse(e,t){if(e.length===0)return{scene:new qr};let i=new gu().parse(e);if(i===null)return null;let{library:r,asset:o,collada:a}=i,l=new $s(this.manager);l.setPriority(this.priority),l.setCache(this.cache),l.setPath(this.resourcePath||t).setCrossOrigin(this.crossOrigin);let c;Fl&&(c=new Fl(this.manager),c.setPriority(this.priority),c.setCache(this.cache),c.setPath(this.resourcePath||t),c.setRequestHeader(this.requestHeader),c.setWithCredentials(this.withCredentials));let h=new _u(r,a,l,c),{scene:u,animations:d,kinematics:f}=h.compose();return u.animations=d,o.upAxis==="Z_UP"&&(console.warn("THREE.ColladaLoader: You are loading an asset with a Z-UP coordinate system. The loader just rotates the asset to transform it into Y-UP. The vertex data are not converted, see #24289."),u.rotation.set(-Math.PI/2,0,0)),u.scale.multiplyScalar(o.unit),{get animations(){return console.warn("THREE.ColladaLoader: Please access animations over scene.animations now."),d},kinematics:f,library:r,scene:u}}};function tp(s,e){if(e===Rf)return console.warn("THREE.BufferGeometryUtils.toTrianglesDrawMode(): Geometry already defined as triangles."),s;if(e===ua||e===Il){let t=s.getIndex();if(t===null){let r=[],o=s.getAttribute("position");if(o!==void 0){for(let a=0;a<o.count;a++)r.push(a);s.setIndex(r),t=s.getIndex()}else return console.error("THREE.BufferGeometryUtils.toTrianglesDrawMode(): Undefined position attribute. Processing not possible."),s}let n=t.count-2,i=[];if(e===ua)for(let r=1;r<=n;r++)i.push(t.getX(0)),i.push(t.getX(r)),i.push(t.getX(r+1));else for(let r=0;r<n;r++)r%2===0?(i.push(t.getX(r)),i.push(t.getX(r+1)),i.push(t.getX(r+2))):(i.push(t.getX(r+2)),i.push(t.getX(r+1)),i.push(t.getX(r)));return i.length/3!==n&&console.error("THREE.BufferGeometryUtils.toTrianglesDrawMode(): Unable to generate correct amount of triangles."),s.setIndex(i),s.clearGroups(),s}else return console.error("THREE.BufferGeometryUtils.toTrianglesDrawMode(): Unknown draw mode:",e),s}function $_(s){let e=new Map,t=new Map,n=s.clone();return Q_(s,n,function(i,r){e.set(r,i),t.set(i,r)}),n.traverse(function(i){if(!i.isSkinnedMesh)return;let r=i,o=e.get(i),a=o.skeleton.bones;r.skeleton=o.skeleton.clone(),r.bindMatrix.copy(o.bindMatrix),r.skeleton.bones=a.map(function(l){return t.get(l)}),r.bind(r.skeleton,r.bindMatrix)}),n}function Q_(s,e,t){t(s,e);for(let n=0;n<s.children.length;n++)Q_(s.children[n],e.children[n],t)}var yu=class extends Ln{constructor(e){super(e),this.dracoLoader=null,this.ktx2Loader=null,this.meshoptDecoder=null,this.pluginCallbacks=[],this.register(function(t){return new lp(t)}),this.register(function(t){return new cp(t)}),this.register(function(t){return new hp(t)}),this.register(function(t){return new xp(t)}),this.register(function(t){return new vp(t)}),this.register(function(t){return new bp(t)}),this.register(function(t){return new dp(t)}),this.register(function(t){return new fp(t)}),this.register(function(t){return new pp(t)}),this.register(function(t){return new mp(t)}),this.register(function(t){return new ap(t)}),this.register(function(t){return new gp(t)}),this.register(function(t){return new up(t)}),this.register(function(t){return new yp(t)}),this.register(function(t){return new _p(t)}),this.register(function(t){return new rp(t)}),this.register(function(t){return new xu(t,mt.EXT_MESHOPT_COMPRESSION)}),this.register(function(t){return new xu(t,mt.KHR_MESHOPT_COMPRESSION)}),this.register(function(t){return new Sp(t)})}load(e,t,n,i){let r=this,o;if(this.resourcePath!=="")o=this.resourcePath;else if(this.path!==""){let c=Fi.extractUrlBase(e);o=Fi.resolveURL(c,this.path)}else o=Fi.extractUrlBase(e);this.manager.itemStart(e);let a=function(c){i?i(c):console.error(c),r.manager.itemError(e),r.manager.itemEnd(e)},l=new Ui(this.manager);l.setPriority(this.priority),l.setCache(this.cache),l.setPath(this.path),l.setResponseType("arraybuffer"),l.setRequestHeader(this.requestHeader),l.setWithCredentials(this.withCredentials),l.load(e,function(c){try{r.parse(c,o,function(h){t(h),r.manager.itemEnd(e)},a)}catch(h){a(h)}},n,a)}setDRACOLoader(e){return this.dracoLoader=e,this}setKTX2Loader(e){return this.ktx2Loader=e,this}setMeshoptDecoder(e){return this.meshoptDecoder=e,this}register(e){return this.pluginCallbacks.indexOf(e)===-1&&this.pluginCallbacks.push(e),this}unregister(e){return this.pluginCallbacks.indexOf(e)!==-1&&this.pluginCallbacks.splice(this.pluginCallbacks.indexOf(e),1),this}parse(e,t,n,i){let r,o={},a={},l=new TextDecoder;if(typeof e=="string")r=JSON.parse(e);else if(e instanceof ArrayBuffer)if(l.decode(new Uint8Array(e,0,4))===sy){try{o[mt.KHR_BINARY_GLTF]=new Mp(e)}catch(u){i&&i(u);return}r=JSON.parse(o[mt.KHR_BINARY_GLTF].content)}else r=JSON.parse(l.decode(e));else r=e;if(r.asset===void 0||r.asset.version[0]<2){i&&i(new Error("THREE.GLTFLoader: Unsupported asset. glTF versions >=2.0 are supported."));return}let c=new Pp(r,{path:t||this.resourcePath||"",crossOrigin:this.crossOrigin,priority:this.priority,cache:this.cache,withCredentials:this.withCredentials,requestHeader:this.requestHeader,manager:this.manager,ktx2Loader:this.ktx2Loader,meshoptDecoder:this.meshoptDecoder});c.fileLoader.setRequestHeader(this.requestHeader);for(let h=0;h<this.pluginCallbacks.length;h++){let u=this.pluginCallbacks[h](c);u.name||console.error("THREE.GLTFLoader: Invalid plugin found: missing name"),a[u.name]=u,o[u.name]=!0}if(r.extensionsUsed)for(let h=0;h<r.extensionsUsed.length;++h){let u=r.extensionsUsed[h],d=r.extensionsRequired||[];switch(u){case mt.KHR_MATERIALS_UNLIT:o[u]=new op;break;case mt.KHR_DRACO_MESH_COMPRESSION:o[u]=new wp(r,this.dracoLoader);break;case mt.KHR_TEXTURE_TRANSFORM:o[u]=new Tp;break;case mt.KHR_MESH_QUANTIZATION:o[u]=new Ep;break;default:d.indexOf(u)>=0&&a[u]===void 0&&console.warn('THREE.GLTFLoader: Unknown extension "'+u+'".')}}c.setExtensions(o),c.setPlugins(a),c.parse(n,i)}parseAsync(e,t){let n=this;return new Promise(function(i,r){n.parse(e,t,i,r)})}};function iA(){let s={};return{get:function(e){return s[e]},add:function(e,t){s[e]=t},remove:function(e){delete s[e]},removeAll:function(){s={}}}}function tn(s,e,t){let n=s.json.materials[e];return n.extensions&&n.extensions[t]?n.extensions[t]:null}var mt={KHR_BINARY_GLTF:"KHR_binary_glTF",KHR_DRACO_MESH_COMPRESSION:"KHR_draco_mesh_compression",KHR_LIGHTS_PUNCTUAL:"KHR_lights_punctual",KHR_MATERIALS_CLEARCOAT:"KHR_materials_clearcoat",KHR_MATERIALS_DIFFUSE_ROUGHNESS:"KHR_materials_diffuse_roughness",KHR_MATERIALS_DISPERSION:"KHR_materials_dispersion",KHR_MATERIALS_IOR:"KHR_materials_ior",KHR_MATERIALS_SHEEN:"KHR_materials_sheen",KHR_MATERIALS_SPECULAR:"KHR_materials_specular",KHR_MATERIALS_TRANSMISSION:"KHR_materials_transmission",KHR_MATERIALS_IRIDESCENCE:"KHR_materials_iridescence",KHR_MATERIALS_ANISOTROPY:"KHR_materials_anisotropy",KHR_MATERIALS_UNLIT:"KHR_materials_unlit",KHR_MATERIALS_VOLUME:"KHR_materials_volume",KHR_TEXTURE_BASISU:"KHR_texture_basisu",KHR_TEXTURE_TRANSFORM:"KHR_texture_transform",KHR_MESH_QUANTIZATION:"KHR_mesh_quantization",KHR_MATERIALS_EMISSIVE_STRENGTH:"KHR_materials_emissive_strength",EXT_MATERIALS_BUMP:"EXT_materials_bump",EXT_TEXTURE_WEBP:"EXT_texture_webp",EXT_TEXTURE_AVIF:"EXT_texture_avif",EXT_MESHOPT_COMPRESSION:"EXT_meshopt_compression",KHR_MESHOPT_COMPRESSION:"KHR_meshopt_compression",EXT_MESH_GPU_INSTANCING:"EXT_mesh_gpu_instancing"},rp=class{constructor(e){this.parser=e,this.name=mt.KHR_LIGHTS_PUNCTUAL,this.cache={refs:{},uses:{}}}_markDefs(){let e=this.parser,t=this.parser.json.nodes||[];for(let n=0,i=t.length;n<i;n++){let r=t[n];r.extensions&&r.extensions[this.name]&&r.extensions[this.name].light!==void 0&&e._addNodeRef(this.cache,r.extensions[this.name].light)}}_loadLight(e){let t=this.parser,n="light:"+e,i=t.cache.get(n);if(i)return i;let r=t.json,l=((r.extensions&&r.extensions[this.name]||{}).lights||[])[e],c,h=new Oe(16777215);l.color!==void 0&&h.setRGB(l.color[0],l.color[1],l.color[2],ui);let u=l.range!==void 0?l.range:0;switch(l.type){case"directional":c=new er(h),c.target.position.set(0,0,-1),c.add(c.target);break;case"point":c=new Jr(h),c.distance=u;break;case"spot":c=new Zr(h),c.distance=u,l.spot=l.spot||{},l.spot.innerConeAngle=l.spot.innerConeAngle!==void 0?l.spot.innerConeAngle:0,l.spot.outerConeAngle=l.spot.outerConeAngle!==void 0?l.spot.outerConeAngle:Math.PI/4,c.angle=l.spot.outerConeAngle,c.penumbra=1-l.spot.innerConeAngle/l.spot.outerConeAngle,c.target.position.set(0,0,-1),c.add(c.target);break;default:throw new Error("THREE.GLTFLoader: Unexpected light type: "+l.type)}return c.position.set(0,0,0),Cs(c,l),l.intensity!==void 0&&(c.intensity=l.intensity),c.name=t.createUniqueName(l.name||"light_"+e),i=Promise.resolve(c),t.cache.add(n,i),i}getDependency(e,t){if(e==="light")return this._loadLight(t)}createNodeAttachment(e){let t=this,n=this.parser,r=n.json.nodes[e],a=(r.extensions&&r.extensions[this.name]||{}).light;return a===void 0?null:this._loadLight(a).then(function(l){return n._getNodeRef(t.cache,a,l)})}},op=class{constructor(){this.name=mt.KHR_MATERIALS_UNLIT}getMaterialType(){return Yn}extendParams(e,t,n){let i=[];e.color=new Oe(1,1,1),e.opacity=1;let r=t.pbrMetallicRoughness;if(r){if(Array.isArray(r.baseColorFactor)){let o=r.baseColorFactor;e.color.setRGB(o[0],o[1],o[2],ui),e.opacity=o[3]}r.baseColorTexture!==void 0&&i.push(n.assignTexture(e,"map",r.baseColorTexture,bt))}return Promise.all(i)}},ap=class{constructor(e){this.parser=e,this.name=mt.KHR_MATERIALS_EMISSIVE_STRENGTH}extendMaterialParams(e,t){let n=tn(this.parser,e,this.name);return n===null||n.emissiveStrength!==void 0&&(t.emissiveIntensity=n.emissiveStrength),Promise.resolve()}},lp=class{constructor(e){this.parser=e,this.name=mt.KHR_MATERIALS_CLEARCOAT}getMaterialType(e){return tn(this.parser,e,this.name)!==null?fi:null}extendMaterialParams(e,t){let n=tn(this.parser,e,this.name);if(n===null)return Promise.resolve();let i=[];if(n.clearcoatFactor!==void 0&&(t.clearcoat=n.clearcoatFactor),n.clearcoatTexture!==void 0&&i.push(this.parser.assignTexture(t,"clearcoatMap",n.clearcoatTexture)),n.clearcoatRoughnessFactor!==void 0&&(t.clearcoatRoughness=n.clearcoatRoughnessFactor),n.clearcoatRoughnessTexture!==void 0&&i.push(this.parser.assignTexture(t,"clearcoatRoughnessMap",n.clearcoatRoughnessTexture)),n.clearcoatNormalTexture!==void 0&&(i.push(this.parser.assignTexture(t,"clearcoatNormalMap",n.clearcoatNormalTexture)),n.clearcoatNormalTexture.scale!==void 0)){let r=n.clearcoatNormalTexture.scale;t.clearcoatNormalScale=new Xe(r,r)}return Promise.all(i)}},cp=class{constructor(e){this.parser=e,this.name=mt.KHR_MATERIALS_DIFFUSE_ROUGHNESS}getMaterialType(e){return tn(this.parser,e,this.name)!==null?fi:null}extendMaterialParams(e,t){let n=tn(this.parser,e,this.name);if(n===null)return Promise.resolve();let i=[];return t.diffuseRoughness=n.diffuseRoughnessFactor!==void 0?n.diffuseRoughnessFactor:0,n.diffuseRoughnessTexture!==void 0&&i.push(this.parser.assignTexture(t,"diffuseRoughnessMap",n.diffuseRoughnessTexture)),Promise.all(i)}},hp=class{constructor(e){this.parser=e,this.name=mt.KHR_MATERIALS_DISPERSION}getMaterialType(e){return tn(this.parser,e,this.name)!==null?fi:null}extendMaterialParams(e,t){let n=tn(this.parser,e,this.name);return n===null||(t.dispersion=n.dispersion!==void 0?n.dispersion:0),Promise.resolve()}},up=class{constructor(e){this.parser=e,this.name=mt.KHR_MATERIALS_IRIDESCENCE}getMaterialType(e){return tn(this.parser,e,this.name)!==null?fi:null}extendMaterialParams(e,t){let n=tn(this.parser,e,this.name);if(n===null)return Promise.resolve();let i=[];return n.iridescenceFactor!==void 0&&(t.iridescence=n.iridescenceFactor),n.iridescenceTexture!==void 0&&i.push(this.parser.assignTexture(t,"iridescenceMap",n.iridescenceTexture)),n.iridescenceIor!==void 0&&(t.iridescenceIOR=n.iridescenceIor),n.iridescenceThicknessMinimum!==void 0&&(t.iridescenceThicknessMinimum=n.iridescenceThicknessMinimum),n.iridescenceThicknessMaximum!==void 0&&(t.iridescenceThicknessMaximum=n.iridescenceThicknessMaximum),n.iridescenceThicknessTexture!==void 0&&i.push(this.parser.assignTexture(t,"iridescenceThicknessMap",n.iridescenceThicknessTexture)),Promise.all(i)}},dp=class{constructor(e){this.parser=e,this.name=mt.KHR_MATERIALS_SHEEN}getMaterialType(e){return tn(this.parser,e,this.name)!==null?fi:null}extendMaterialParams(e,t){let n=tn(this.parser,e,this.name);if(n===null)return Promise.resolve();let i=[];if(t.sheenColor=new Oe(0,0,0),t.sheenRoughness=0,t.sheen=1,n.sheenColorFactor!==void 0){let r=n.sheenColorFactor;t.sheenColor.setRGB(r[0],r[1],r[2],ui)}return n.sheenRoughnessFactor!==void 0&&(t.sheenRoughness=n.sheenRoughnessFactor),n.sheenColorTexture!==void 0&&i.push(this.parser.assignTexture(t,"sheenColorMap",n.sheenColorTexture,bt)),n.sheenRoughnessTexture!==void 0&&i.push(this.parser.assignTexture(t,"sheenRoughnessMap",n.sheenRoughnessTexture)),Promise.all(i)}},fp=class{constructor(e){this.parser=e,this.name=mt.KHR_MATERIALS_TRANSMISSION}getMaterialType(e){return tn(this.parser,e,this.name)!==null?fi:null}extendMaterialParams(e,t){let n=tn(this.parser,e,this.name);if(n===null)return Promise.resolve();let i=[];return n.transmissionFactor!==void 0&&(t.transmission=n.transmissionFactor),n.transmissionTexture!==void 0&&i.push(this.parser.assignTexture(t,"transmissionMap",n.transmissionTexture)),Promise.all(i)}},pp=class{constructor(e){this.parser=e,this.name=mt.KHR_MATERIALS_VOLUME}getMaterialType(e){return tn(this.parser,e,this.name)!==null?fi:null}extendMaterialParams(e,t){let n=tn(this.parser,e,this.name);if(n===null)return Promise.resolve();let i=[];t.thickness=n.thicknessFactor!==void 0?n.thicknessFactor:0,n.thicknessTexture!==void 0&&i.push(this.parser.assignTexture(t,"thicknessMap",n.thicknessTexture)),t.attenuationDistance=n.attenuationDistance||1/0;let r=n.attenuationColor||[1,1,1];return t.attenuationColor=new Oe().setRGB(r[0],r[1],r[2],ui),Promise.all(i)}},mp=class{constructor(e){this.parser=e,this.name=mt.KHR_MATERIALS_IOR}getMaterialType(e){return tn(this.parser,e,this.name)!==null?fi:null}extendMaterialParams(e,t){let n=tn(this.parser,e,this.name);return n===null||(t.ior=n.ior!==void 0?n.ior:1.5,t.ior===0&&(t.ior=1e3)),Promise.resolve()}},gp=class{constructor(e){this.parser=e,this.name=mt.KHR_MATERIALS_SPECULAR}getMaterialType(e){return tn(this.parser,e,this.name)!==null?fi:null}extendMaterialParams(e,t){let n=tn(this.parser,e,this.name);if(n===null)return Promise.resolve();let i=[];t.specularIntensity=n.specularFactor!==void 0?n.specularFactor:1,n.specularTexture!==void 0&&i.push(this.parser.assignTexture(t,"specularIntensityMap",n.specularTexture));let r=n.specularColorFactor||[1,1,1];return t.specularColor=new Oe().setRGB(r[0],r[1],r[2],ui),n.specularColorTexture!==void 0&&i.push(this.parser.assignTexture(t,"specularColorMap",n.specularColorTexture,bt)),Promise.all(i)}},_p=class{constructor(e){this.parser=e,this.name=mt.EXT_MATERIALS_BUMP}getMaterialType(e){return tn(this.parser,e,this.name)!==null?fi:null}extendMaterialParams(e,t){let n=tn(this.parser,e,this.name);if(n===null)return Promise.resolve();let i=[];return t.bumpScale=n.bumpFactor!==void 0?n.bumpFactor:1,n.bumpTexture!==void 0&&i.push(this.parser.assignTexture(t,"bumpMap",n.bumpTexture)),Promise.all(i)}},yp=class{constructor(e){this.parser=e,this.name=mt.KHR_MATERIALS_ANISOTROPY}getMaterialType(e){return tn(this.parser,e,this.name)!==null?fi:null}extendMaterialParams(e,t){let n=tn(this.parser,e,this.name);if(n===null)return Promise.resolve();let i=[];return n.anisotropyStrength!==void 0&&(t.anisotropy=n.anisotropyStrength),n.anisotropyRotation!==void 0&&(t.anisotropyRotation=n.anisotropyRotation),n.anisotropyTexture!==void 0&&i.push(this.parser.assignTexture(t,"anisotropyMap",n.anisotropyTexture)),Promise.all(i)}},xp=class{constructor(e){this.parser=e,this.name=mt.KHR_TEXTURE_BASISU}loadTexture(e){let t=this.parser,n=t.json,i=n.textures[e];if(!i.extensions||!i.extensions[this.name])return null;let r=i.extensions[this.name],o=t.options.ktx2Loader;if(!o){if(n.extensionsRequired&&n.extensionsRequired.indexOf(this.name)>=0)throw new Error("THREE.GLTFLoader: setKTX2Loader must be called before loading KTX2 textures");return null}return t.loadTextureImage(e,r.source,o)}},vp=class{constructor(e){this.parser=e,this.name=mt.EXT_TEXTURE_WEBP}loadTexture(e){let t=this.name,n=this.parser,i=n.json,r=i.textures[e];if(!r.extensions||!r.extensions[t])return null;let o=r.extensions[t],a=i.images[o.source],l=n.textureLoader;if(a.uri){let c=n.options.manager.getHandler(a.uri);c!==null&&(l=c)}return n.loadTextureImage(e,o.source,l)}},bp=class{constructor(e){this.parser=e,this.name=mt.EXT_TEXTURE_AVIF}loadTexture(e){let t=this.name,n=this.parser,i=n.json,r=i.textures[e];if(!r.extensions||!r.extensions[t])return null;let o=r.extensions[t],a=i.images[o.source],l=n.textureLoader;if(a.uri){let c=n.options.manager.getHandler(a.uri);c!==null&&(l=c)}return n.loadTextureImage(e,o.source,l)}},xu=class{constructor(e,t){this.name=t,this.parser=e}loadBufferView(e){let t=this.parser.json,n=t.bufferViews[e];if(n.extensions&&n.extensions[this.name]){let i=n.extensions[this.name],r=this.parser.getDependency("buffer",i.buffer),o=this.parser.options.meshoptDecoder;if(!o||!o.supported){if(t.extensionsRequired&&t.extensionsRequired.indexOf(this.name)>=0)throw new Error("THREE.GLTFLoader: setMeshoptDecoder must be called before loading compressed files");return null}return r.then(function(a){let l=i.byteOffset||0,c=i.byteLength||0,h=i.count,u=i.byteStride,d=new Uint8Array(a,l,c);return o.decodeGltfBufferAsync?o.decodeGltfBufferAsync(h,u,d,i.mode,i.filter).then(function(f){return f.buffer}):o.ready.then(function(){let f=new ArrayBuffer(h*u);return o.decodeGltfBuffer(new Uint8Array(f),h,u,d,i.mode,i.filter),f})})}else return null}},Sp=class{constructor(e){this.name=mt.EXT_MESH_GPU_INSTANCING,this.parser=e}createNodeMesh(e){let t=this.parser.json,n=t.nodes[e];if(!n.extensions||!n.extensions[this.name]||n.mesh===void 0)return null;let i=t.meshes[n.mesh];for(let c of i.primitives)if(c.mode!==Zi.TRIANGLES&&c.mode!==Zi.TRIANGLE_STRIP&&c.mode!==Zi.TRIANGLE_FAN&&c.mode!==void 0)return null;let o=n.extensions[this.name].attributes,a=[],l={};for(let c in o)a.push(this.parser.getDependency("accessor",o[c]).then(h=>(l[c]=h,l[c])));return a.length<1?null:(a.push(this.parser.createNodeMesh(e)),Promise.all(a).then(c=>{let h=c.pop(),u=h.isGroup?h.children:[h],d=c[0].count,f=[];for(let p of u){let _=new Ge,m=new V,g=new Ht,x=new V(1,1,1),M=new nl(p.geometry,p.material,d);for(let T=0;T<d;T++)l.TRANSLATION&&m.fromBufferAttribute(l.TRANSLATION,T),l.ROTATION&&g.fromBufferAttribute(l.ROTATION,T),l.SCALE&&x.fromBufferAttribute(l.SCALE,T),M.setMatrixAt(T,_.compose(m,g,x));let v=null;for(let T in l)if(T==="_COLOR_0"){let b=l[T];M.instanceColor=new qs(b.array,b.itemSize,b.normalized)}else if(T!=="TRANSLATION"&&T!=="ROTATION"&&T!=="SCALE"){if(v===null){let y=M.geometry;v=new Ut,v.name=y.name;for(let w in y.attributes)v.setAttribute(w,y.attributes[w]);for(let w in y.morphAttributes)v.morphAttributes[w]=y.morphAttributes[w];y.index!==null&&v.setIndex(y.index),v.morphTargetsRelative=y.morphTargetsRelative;for(let w of y.groups)v.addGroup(w.start,w.count,w.materialIndex);y.boundingBox!==null&&(v.boundingBox=y.boundingBox.clone()),y.boundingSphere!==null&&(v.boundingSphere=y.boundingSphere.clone()),v.drawRange.start=y.drawRange.start,v.drawRange.count=y.drawRange.count,v.userData=Object.assign({},y.userData),M.geometry=v}let b=l[T];v.setAttribute(T,new qs(b.array,b.itemSize,b.normalized))}Gt.prototype.copy.call(M,p),this.parser.assignFinalMaterial(M),f.push(M)}return h.isGroup?(h.clear(),h.add(...f),h):f[0]}))}},sy="glTF",Ol=12,ey={JSON:1313821514,BIN:5130562},Mp=class{constructor(e){this.name=mt.KHR_BINARY_GLTF,this.content=null,this.body=null;let t=new DataView(e,0,Ol),n=new TextDecoder;if(this.header={magic:n.decode(new Uint8Array(e.slice(0,4))),version:t.getUint32(4,!0),length:t.getUint32(8,!0)},this.header.magic!==sy)throw new Error("THREE.GLTFLoader: Unsupported glTF-Binary header.");if(this.header.version<2)throw new Error("THREE.GLTFLoader: Legacy binary file detected.");let i=this.header.length-Ol,r=new DataView(e,Ol),o=0;for(;o<i;){let a=r.getUint32(o,!0);o+=4;let l=r.getUint32(o,!0);if(o+=4,l===ey.JSON){let c=new Uint8Array(e,Ol+o,a);this.content=n.decode(c)}else if(l===ey.BIN){let c=Ol+o;this.body=e.slice(c,c+a)}o+=a}if(this.content===null)throw new Error("THREE.GLTFLoader: JSON content not found.")}},wp=class{constructor(e,t){if(!t)throw new Error("THREE.GLTFLoader: No DRACOLoader instance provided.");this.name=mt.KHR_DRACO_MESH_COMPRESSION,this.json=e,this.dracoLoader=t,this.dracoLoader.preload()}decodePrimitive(e,t){let n=this.json,i=this.dracoLoader,r=e.extensions[this.name].bufferView,o=e.extensions[this.name].attributes,a={},l={},c={};for(let h in o){let u=Rp[h]||h.toLowerCase();a[u]=o[h]}for(let h in e.attributes){let u=Rp[h]||h.toLowerCase();if(o[h]!==void 0){let d=n.accessors[e.attributes[h]],f=_a[d.componentType];c[u]=f.name,l[u]=d.normalized===!0}}return t.getDependency("bufferView",r).then(function(h){return new Promise(function(u,d){i.decodeDracoFile(h,function(f){for(let p in f.attributes){let _=f.attributes[p],m=l[p];m!==void 0&&(_.normalized=m)}u(f)},a,c,ui,d)})})}},Tp=class{constructor(){this.name=mt.KHR_TEXTURE_TRANSFORM}extendTexture(e,t){if((t.texCoord===void 0||t.texCoord===e.channel)&&t.offset===void 0&&t.rotation===void 0&&t.scale===void 0)return e;if(e=e.clone(),t.texCoord!==void 0&&(e.channel=t.texCoord),t.offset!==void 0&&e.offset.fromArray(t.offset),t.rotation!==void 0&&(e.rotation=t.rotation),t.scale!==void 0&&e.repeat.fromArray(t.scale),t.rotation!==void 0){let n=Math.cos(e.rotation),i=Math.sin(e.rotation);e.matrix.set(e.repeat.x*n,e.repeat.y*i,e.offset.x,-e.repeat.x*i,e.repeat.y*n,e.offset.y,0,0,1),e.matrixAutoUpdate=!1}return e.needsUpdate=!0,e}},Ep=class{constructor(){this.name=mt.KHR_MESH_QUANTIZATION}},vu=class extends ws{constructor(e,t,n,i){super(e,t,n,i)}copySampleValue_(e){let t=this.resultBuffer,n=this.sampleValues,i=this.valueSize,r=e*i*3+i;for(let o=0;o!==i;o++)t[o]=n[r+o];return t}interpolate_(e,t,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=a*2,c=a*3,h=i-t,u=(n-t)/h,d=u*u,f=d*u,p=e*c,_=p-c,m=-2*f+3*d,g=f-d,x=1-m,M=g-d+u;for(let v=0;v!==a;v++){let T=o[_+v+a],b=o[_+v+l]*h,y=o[p+v+a],w=o[p+v]*h;r[v]=x*T+M*b+m*y+g*w}return r}},sA=new Ht,Ap=class extends vu{interpolate_(e,t,n,i){let r=super.interpolate_(e,t,n,i);return sA.fromArray(r).normalize().toArray(r),r}},Zi={FLOAT:5126,FLOAT_MAT3:35675,FLOAT_MAT4:35676,FLOAT_VEC2:35664,FLOAT_VEC3:35665,FLOAT_VEC4:35666,LINEAR:9729,REPEAT:10497,SAMPLER_2D:35678,POINTS:0,LINES:1,LINE_LOOP:2,LINE_STRIP:3,TRIANGLES:4,TRIANGLE_STRIP:5,TRIANGLE_FAN:6,UNSIGNED_BYTE:5121,UNSIGNED_SHORT:5123},_a={5120:Int8Array,5121:Uint8Array,5122:Int16Array,5123:Uint16Array,5125:Uint32Array,5126:Float32Array},ty={9728:pn,9729:hn,9984:yh,9985:ca,9986:to,9987:mi},ny={33071:qn,33648:Wo,10497:Li},np={SCALAR:1,VEC2:2,VEC3:3,VEC4:4,MAT2:4,MAT3:9,MAT4:16},Rp={POSITION:"position",NORMAL:"normal",TANGENT:"tangent",TEXCOORD_0:"uv",TEXCOORD_1:"uv1",TEXCOORD_2:"uv2",TEXCOORD_3:"uv3",COLOR_0:"color",WEIGHTS_0:"skinWeight",JOINTS_0:"skinIndex"},Ar={scale:"scale",translation:"position",rotation:"quaternion",weights:"morphTargetInfluences"},rA={CUBICSPLINE:void 0,LINEAR:Wr,STEP:Xs},ip={OPAQUE:"OPAQUE",MASK:"MASK",BLEND:"BLEND"};function oA(s){return s.DefaultMaterial===void 0&&(s.DefaultMaterial=new _i({color:16777215,emissive:0,metalness:1,roughness:1,transparent:!1,depthTest:!0,side:Yi})),s.DefaultMaterial}function so(s,e,t){for(let n in t.extensions)s[n]===void 0&&(e.userData.gltfExtensions=e.userData.gltfExtensions||{},e.userData.gltfExtensions[n]=t.extensions[n])}function Cs(s,e){e.extras!==void 0&&(typeof e.extras=="object"?Object.assign(s.userData,e.extras):console.warn("THREE.GLTFLoader: Ignoring primitive type .extras, "+e.extras))}function aA(s,e,t){let n=!1,i=!1,r=!1;for(let c=0,h=e.length;c<h;c++){let u=e[c];if(u.POSITION!==void 0&&(n=!0),u.NORMAL!==void 0&&(i=!0),u.COLOR_0!==void 0&&(r=!0),n&&i&&r)break}if(!n&&!i&&!r)return Promise.resolve(s);let o=[],a=[],l=[];for(let c=0,h=e.length;c<h;c++){let u=e[c];if(n){let d=u.POSITION!==void 0?t.getDependency("accessor",u.POSITION):s.attributes.position;o.push(d)}if(i){let d=u.NORMAL!==void 0?t.getDependency("accessor",u.NORMAL):s.attributes.normal;a.push(d)}if(r){let d=u.COLOR_0!==void 0?t.getDependency("accessor",u.COLOR_0):s.attributes.color;l.push(d)}}return Promise.all([Promise.all(o),Promise.all(a),Promise.all(l)]).then(function(c){let h=c[0],u=c[1],d=c[2];return n&&(s.morphAttributes.position=h),i&&(s.morphAttributes.normal=u),r&&(s.morphAttributes.color=d),s.morphTargetsRelative=!0,s})}function lA(s,e){if(s.updateMorphTargets(),e.weights!==void 0)for(let t=0,n=e.weights.length;t<n;t++)s.morphTargetInfluences[t]=e.weights[t];if(e.extras&&Array.isArray(e.extras.targetNames)){let t=e.extras.targetNames;if(s.morphTargetInfluences.length===t.length){s.morphTargetDictionary={};for(let n=0,i=t.length;n<i;n++)s.morphTargetDictionary[t[n]]=n}else console.warn("THREE.GLTFLoader: Invalid extras.targetNames length. Ignoring names.")}}function cA(s){let e,t=s.extensions&&s.extensions[mt.KHR_DRACO_MESH_COMPRESSION];if(t?e="draco:"+t.bufferView+":"+t.indices+":"+sp(t.attributes):e=s.indices+":"+sp(s.attributes)+":"+s.mode,s.targets!==void 0)for(let n=0,i=s.targets.length;n<i;n++)e+=":"+sp(s.targets[n]);return e}function sp(s){let e="",t=Object.keys(s).sort();for(let n=0,i=t.length;n<i;n++)e+=t[n]+":"+s[t[n]]+";";return e}function Cp(s){switch(s){case Int8Array:return 1/127;case Uint8Array:return 1/255;case Int16Array:return 1/32767;case Uint16Array:return 1/65535;default:throw new Error("THREE.GLTFLoader: Unsupported normalized accessor component type.")}}function hA(s){return s.search(/\.jpe?g($|\?)/i)>0||s.search(/^data\:image\/jpeg/)===0?"image/jpeg":s.search(/\.webp($|\?)/i)>0||s.search(/^data\:image\/webp/)===0?"image/webp":s.search(/\.ktx2($|\?)/i)>0||s.search(/^data\:image\/ktx2/)===0?"image/ktx2":"image/png"}var uA=new Ge,Pp=class{constructor(e={},t={}){this.json=e,this.extensions={},this.plugins={},this.options=t,this.cache=new iA,this.associations=new Map,this.primitiveCache={},this.nodeCache={},this.meshCache={refs:{},uses:{}},this.cameraCache={refs:{},uses:{}},this.lightCache={refs:{},uses:{}},this.sourceCache={},this.textureCache={},this.nodeNamesUsed={};let n=!1,i=-1,r=!1,o=-1;if(typeof navigator<"u"&&typeof navigator.userAgent<"u"){let a=navigator.userAgent;n=/^((?!chrome|android).)*safari/i.test(a)===!0;let l=a.match(/Version\/(\d+)/);i=n&&l?parseInt(l[1],10):-1,r=a.indexOf("Firefox")>-1,o=r?a.match(/Firefox\/([0-9]+)\./)[1]:-1}typeof createImageBitmap>"u"||n&&i<17||r&&o<98?(this.textureLoader=new $s(this.options.manager),this.textureLoader.setPriority(this.options.priority),this.textureLoader.setCache(this.options.cache)):(this.textureLoader=new _l(this.options.manager),this.textureLoader.setPriority(this.options.priority),this.textureLoader.setCache(this.options.cache)),this.textureLoader.setCrossOrigin(this.options.crossOrigin),this.textureLoader.setWithCredentials(this.options.withCredentials),this.textureLoader.setRequestHeader(this.options.requestHeader),this.fileLoader=new Ui(this.options.manager),this.fileLoader.setPriority(this.options.priority),this.fileLoader.setCache(this.options.cache),this.fileLoader.setResponseType("arraybuffer"),(this.options.withCredentials||this.options.crossOrigin==="use-credentials")&&this.fileLoader.setWithCredentials(!0)}setExtensions(e){this.extensions=e}setPlugins(e){this.plugins=e}parse(e,t){let n=this,i=this.json,r=this.extensions;this.cache.removeAll(),this.nodeCache={},this._invokeAll(function(o){return o._markDefs&&o._markDefs()}),Promise.all(this._invokeAll(function(o){return o.beforeRoot&&o.beforeRoot()})).then(function(){return Promise.all([n.getDependencies("scene"),n.getDependencies("animation"),n.getDependencies("camera")])}).then(function(o){let a={scene:o[0][i.scene||0],scenes:o[0],animations:o[1],cameras:o[2],asset:i.asset,parser:n,userData:{}};return so(r,a,i),Cs(a,i),Promise.all(n._invokeAll(function(l){return l.afterRoot&&l.afterRoot(a)})).then(function(){for(let l of a.scenes)l.updateMatrixWorld();e(a)})}).catch(t)}_markDefs(){let e=this.json.nodes||[],t=this.json.skins||[],n=this.json.meshes||[];for(let i=0,r=t.length;i<r;i++){let o=t[i].joints;for(let a=0,l=o.length;a<l;a++)e[o[a]].isBone=!0}for(let i=0,r=e.length;i<r;i++){let o=e[i];o.mesh!==void 0&&(this._addNodeRef(this.meshCache,o.mesh),o.skin!==void 0&&(n[o.mesh].isSkinnedMesh=!0)),o.camera!==void 0&&this._addNodeRef(this.cameraCache,o.camera)}}_addNodeRef(e,t){t!==void 0&&(e.refs[t]===void 0&&(e.refs[t]=e.uses[t]=0),e.refs[t]++)}_getNodeRef(e,t,n){if(e.refs[t]<=1)return n;let i=n.clone(),r=(o,a)=>{let l=this.associations.get(o);l!=null&&this.associations.set(a,l);for(let[c,h]of o.children.entries())r(h,a.children[c])};return r(n,i),i.name+="_instance_"+e.uses[t]++,i}_invokeOne(e){let t=Object.values(this.plugins);t.push(this);for(let n=0;n<t.length;n++){let i=e(t[n]);if(i)return i}return null}_invokeAll(e){let t=Object.values(this.plugins);t.unshift(this);let n=[];for(let i=0;i<t.length;i++){let r=e(t[i]);r&&n.push(r)}return n}getDependency(e,t){let n=e+":"+t,i=this.cache.get(n);if(!i){switch(e){case"scene":i=this.loadScene(t);break;case"node":i=this._invokeOne(function(r){return r.loadNode&&r.loadNode(t)});break;case"mesh":i=this._invokeOne(function(r){return r.loadMesh&&r.loadMesh(t)});break;case"accessor":i=this.loadAccessor(t);break;case"bufferView":i=this._invokeOne(function(r){return r.loadBufferView&&r.loadBufferView(t)});break;case"buffer":i=this.loadBuffer(t);break;case"material":i=this._invokeOne(function(r){return r.loadMaterial&&r.loadMaterial(t)});break;case"texture":i=this._invokeOne(function(r){return r.loadTexture&&r.loadTexture(t)});break;case"skin":i=this.loadSkin(t);break;case"animation":i=this._invokeOne(function(r){return r.loadAnimation&&r.loadAnimation(t)});break;case"camera":i=this.loadCamera(t);break;default:if(i=this._invokeOne(function(r){return r!=this&&r.getDependency&&r.getDependency(e,t)}),!i)throw new Error("Unknown type: "+e);break}this.cache.add(n,i)}return i}getDependencies(e){let t=this.cache.get(e);if(!t){let n=this,i=this.json[e+(e==="mesh"?"es":"s")]||[];t=Promise.all(i.map(function(r,o){return n.getDependency(e,o)})),this.cache.add(e,t)}return t}loadBuffer(e){let t=this.json.buffers[e],n=this.fileLoader;if(t.type&&t.type!=="arraybuffer")throw new Error("THREE.GLTFLoader: "+t.type+" buffer type is not supported.");if(t.uri===void 0&&e===0)return Promise.resolve(this.extensions[mt.KHR_BINARY_GLTF].body);let i=this.options;return new Promise(function(r,o){n.load(Fi.resolveURL(t.uri,i.path),r,void 0,function(){o(new Error('THREE.GLTFLoader: Failed to load buffer "'+t.uri+'".'))})})}loadBufferView(e){let t=this.json.bufferViews[e];return this.getDependency("buffer",t.buffer).then(function(n){let i=t.byteLength||0,r=t.byteOffset||0;return n.slice(r,r+i)})}loadAccessor(e){let t=this,n=this.json,i=this.json.accessors[e];if(i.bufferView===void 0&&i.sparse===void 0){let o=np[i.type],a=_a[i.componentType],l=i.normalized===!0,c=new a(i.count*o);return Promise.resolve(new fn(c,o,l))}let r=[];return i.bufferView!==void 0?r.push(this.getDependency("bufferView",i.bufferView)):r.push(null),i.sparse!==void 0&&(r.push(this.getDependency("bufferView",i.sparse.indices.bufferView)),r.push(this.getDependency("bufferView",i.sparse.values.bufferView))),Promise.all(r).then(function(o){let a=o[0],l=np[i.type],c=_a[i.componentType],h=c.BYTES_PER_ELEMENT,u=h*l,d=i.byteOffset||0,f=i.bufferView!==void 0?n.bufferViews[i.bufferView].byteStride:void 0,p=i.normalized===!0,_,m;if(f&&f!==u){let g=Math.floor(d/f),x="InterleavedBuffer:"+i.bufferView+":"+i.componentType+":"+g+":"+i.count,M=t.cache.get(x);M||(_=new c(a,g*f,i.count*f/h),M=new Jo(_,f/h),t.cache.add(x,M)),m=new $o(M,l,d%f/h,p)}else a===null?_=new c(i.count*l):_=new c(a,d,i.count*l),m=new fn(_,l,p);if(i.sparse!==void 0){let g=np.SCALAR,x=_a[i.sparse.indices.componentType],M=i.sparse.indices.byteOffset||0,v=i.sparse.values.byteOffset||0,T=new x(o[1],M,i.sparse.count*g),b=new c(o[2],v,i.sparse.count*l);a!==null&&(m=new fn(m.array.slice(),m.itemSize,m.normalized)),m.normalized=!1;for(let y=0,w=T.length;y<w;y++){let I=T[y];if(m.setX(I,b[y*l]),l>=2&&m.setY(I,b[y*l+1]),l>=3&&m.setZ(I,b[y*l+2]),l>=4&&m.setW(I,b[y*l+3]),l>=5)throw new Error("THREE.GLTFLoader: Unsupported itemSize in sparse BufferAttribute.")}m.normalized=p}return m})}loadTexture(e){let t=this.json,n=this.options,r=t.textures[e].source,o=t.images[r],a=this.textureLoader;if(o.uri){let l=n.manager.getHandler(o.uri);l!==null&&(a=l)}return this.loadTextureImage(e,r,a)}loadTextureImage(e,t,n){let i=this,r=this.json,o=r.textures[e],a=r.images[t],l=(a.uri||a.bufferView)+":"+o.sampler;if(this.textureCache[l])return this.textureCache[l];let c=this.loadImageSource(t,n).then(function(h){h.flipY=!1,h.name=o.name||a.name||"",h.name===""&&typeof a.uri=="string"&&a.uri.startsWith("data:image/")===!1&&(h.name=a.uri);let d=(r.samplers||{})[o.sampler]||{};return h.magFilter=ty[d.magFilter]||hn,h.minFilter=ty[d.minFilter]||mi,h.wrapS=ny[d.wrapS]||Li,h.wrapT=ny[d.wrapT]||Li,h.generateMipmaps=!h.isCompressedTexture&&h.minFilter!==pn&&h.minFilter!==hn,i.associations.set(h,{textures:e}),h}).catch(function(){return null});return this.textureCache[l]=c,c}loadImageSource(e,t){let n=this,i=this.json,r=this.options;if(this.sourceCache[e]!==void 0)return this.sourceCache[e].then(d=>d.clone());let o=i.images[e],a=self.URL||self.webkitURL,l=o.uri||"",c=!1,h;if(t.isKTX2Loader===!0&&o.bufferView!==void 0)h=n.getDependency("bufferView",o.bufferView).then(function(d){return new Promise(function(f,p){t.parse(d,f,p)})});else{if(o.bufferView!==void 0)l=n.getDependency("bufferView",o.bufferView).then(function(d){c=!0;let f=new Blob([d],{type:o.mimeType});return l=a.createObjectURL(f),l});else if(o.uri===void 0)throw new Error("THREE.GLTFLoader: Image "+e+" is missing URI and bufferView");h=Promise.resolve(l).then(function(d){return new Promise(function(f,p){let _=f;t.isImageBitmapLoader===!0&&(_=function(m){let g=new Hn(m);g.needsUpdate=!0,f(g)}),t.load(Fi.resolveURL(d,r.path),_,void 0,p)})})}let u=h.then(function(d){return c===!0&&a.revokeObjectURL(l),Cs(d,o),d.userData.mimeType=o.mimeType||hA(o.uri),d}).catch(function(d){throw console.error("THREE.GLTFLoader: Couldn't load texture",l),d});return this.sourceCache[e]=u,u}assignTexture(e,t,n,i){let r=this;return this.getDependency("texture",n.index).then(function(o){if(!o)return null;if(n.texCoord!==void 0&&n.texCoord>0&&(o=o.clone(),o.channel=n.texCoord),r.extensions[mt.KHR_TEXTURE_TRANSFORM]){let a=n.extensions!==void 0?n.extensions[mt.KHR_TEXTURE_TRANSFORM]:void 0;if(a){let l=r.associations.get(o);o=r.extensions[mt.KHR_TEXTURE_TRANSFORM].extendTexture(o,a),r.associations.set(o,l)}}return i!==void 0&&(o.colorSpace=i),e[t]=o,o})}assignFinalMaterial(e){let t=e.geometry,n=e.material,i=t.attributes.tangent===void 0,r=t.attributes.color!==void 0,o=t.attributes.normal===void 0;if(e.isPoints){let a="PointsMaterial:"+n.uuid,l=this.cache.get(a);l||(l=new as,Pn.prototype.copy.call(l,n),l.color.copy(n.color),l.map=n.map,l.sizeAttenuation=!1,this.cache.add(a,l)),n=l}else if(e.isLine){let a="LineBasicMaterial:"+n.uuid,l=this.cache.get(a);l||(l=new Gn,Pn.prototype.copy.call(l,n),l.color.copy(n.color),l.map=n.map,this.cache.add(a,l)),n=l}if(i||r||o){let a="ClonedMaterial:"+n.uuid+":";i&&(a+="derivative-tangents:"),r&&(a+="vertex-colors:"),o&&(a+="flat-shading:");let l=this.cache.get(a);l||(l=n.clone(),r&&(l.vertexColors=!0),o&&(l.flatShading=!0),i&&(l.normalScale&&(l.normalScale.y*=-1),l.clearcoatNormalScale&&(l.clearcoatNormalScale.y*=-1)),this.cache.add(a,l),this.associations.set(l,this.associations.get(n))),n=l}e.material=n}getMaterialType(){return _i}loadMaterial(e){let t=this,n=this.json,i=this.extensions,r=n.materials[e],o,a={},l=r.extensions||{},c=[];if(l[mt.KHR_MATERIALS_UNLIT]){let u=i[mt.KHR_MATERIALS_UNLIT];o=u.getMaterialType(),c.push(u.extendParams(a,r,t))}else{let u=r.pbrMetallicRoughness||{};if(a.color=new Oe(1,1,1),a.opacity=1,Array.isArray(u.baseColorFactor)){let d=u.baseColorFactor;a.color.setRGB(d[0],d[1],d[2],ui),a.opacity=d[3]}u.baseColorTexture!==void 0&&c.push(t.assignTexture(a,"map",u.baseColorTexture,bt)),a.metalness=u.metallicFactor!==void 0?u.metallicFactor:1,a.roughness=u.roughnessFactor!==void 0?u.roughnessFactor:1,u.metallicRoughnessTexture!==void 0&&(c.push(t.assignTexture(a,"metalnessMap",u.metallicRoughnessTexture)),c.push(t.assignTexture(a,"roughnessMap",u.metallicRoughnessTexture))),o=this._invokeOne(function(d){return d.getMaterialType&&d.getMaterialType(e)}),c.push(Promise.all(this._invokeAll(function(d){return d.extendMaterialParams&&d.extendMaterialParams(e,a)})))}r.doubleSided===!0&&(a.side=xi);let h=r.alphaMode||ip.OPAQUE;if(h===ip.BLEND?(a.transparent=!0,a.depthWrite=!1):(a.transparent=!1,h===ip.MASK&&(a.alphaTest=r.alphaCutoff!==void 0?r.alphaCutoff:.5)),r.normalTexture!==void 0&&o!==Yn&&(c.push(t.assignTexture(a,"normalMap",r.normalTexture)),a.normalScale=new Xe(1,1),r.normalTexture.scale!==void 0)){let u=r.normalTexture.scale;a.normalScale.set(u,u)}if(r.occlusionTexture!==void 0&&o!==Yn&&(c.push(t.assignTexture(a,"aoMap",r.occlusionTexture)),r.occlusionTexture.strength!==void 0&&(a.aoMapIntensity=r.occlusionTexture.strength)),r.emissiveFactor!==void 0&&o!==Yn){let u=r.emissiveFactor;a.emissive=new Oe().setRGB(u[0],u[1],u[2],ui)}return r.emissiveTexture!==void 0&&o!==Yn&&c.push(t.assignTexture(a,"emissiveMap",r.emissiveTexture,bt)),Promise.all(c).then(function(){let u=new o(a);return r.name&&(u.name=r.name),Cs(u,r),t.associations.set(u,{materials:e}),r.extensions&&so(i,u,r),u})}createUniqueName(e){let t=Vt.sanitizeNodeName(e||"");return t in this.nodeNamesUsed?t+"_"+ ++this.nodeNamesUsed[t]:(this.nodeNamesUsed[t]=0,t)}loadGeometries(e){let t=this,n=this.extensions,i=this.primitiveCache;function r(a){return n[mt.KHR_DRACO_MESH_COMPRESSION].decodePrimitive(a,t).then(function(l){return iy(l,a,t)})}let o=[];for(let a=0,l=e.length;a<l;a++){let c=e[a],h=cA(c),u=i[h];if(u)o.push(u.promise);else{let d;c.extensions&&c.extensions[mt.KHR_DRACO_MESH_COMPRESSION]?d=r(c):d=iy(new Ut,c,t),c.mode===Zi.TRIANGLE_STRIP?d=d.then(f=>tp(f,Il)):c.mode===Zi.TRIANGLE_FAN&&(d=d.then(f=>tp(f,ua))),i[h]={primitive:c,promise:d},o.push(d)}}return Promise.all(o)}loadMesh(e){let t=this,n=this.json,i=this.extensions,r=n.meshes[e],o=r.primitives,a=[];for(let l=0,c=o.length;l<c;l++){let h=o[l].material===void 0?oA(this.cache):this.getDependency("material",o[l].material);a.push(h)}return a.push(t.loadGeometries(o)),Promise.all(a).then(async function(l){let c=l.slice(0,l.length-1),h=l[l.length-1],u=[];for(let f=0,p=h.length;f<p;f++){let _=h[f],m=o[f],g,x=c[f];if(m.mode===Zi.TRIANGLES||m.mode===Zi.TRIANGLE_STRIP||m.mode===Zi.TRIANGLE_FAN||m.mode===void 0){let M=r.isSkinnedMesh===!0,v=_.hasAttribute("skinIndex")&&_.hasAttribute("skinWeight");M&&v===!1&&console.warn("THREE.GLTFLoader: Missing skinIndex or skinWeight attributes. Skinning disabled."),g=M&&v?new Yr(_,x):new Mt(_,x),g.isSkinnedMesh===!0&&g.normalizeSkinWeights()}else if(m.mode===Zi.LINES)g=new Xi(_,x);else if(m.mode===Zi.LINE_STRIP)g=new Wi(_,x);else if(m.mode===Zi.LINE_LOOP)g=new il(_,x);else if(m.mode===Zi.POINTS)g=new Ys(_,x);else throw new Error("THREE.GLTFLoader: Primitive mode unsupported: "+m.mode);Object.keys(g.geometry.morphAttributes).length>0&&lA(g,r),g.name=t.createUniqueName(r.name||"mesh_"+e),Cs(g,r),m.extensions&&so(i,g,m),t.assignFinalMaterial(g),u.push(g)}for(let f=0,p=u.length;f<p;f++)t.associations.set(u[f],{meshes:e,primitives:f});if(u.length===1)return r.extensions&&so(i,u[0],r),u[0];let d=new en;r.extensions&&so(i,d,r),t.associations.set(d,{meshes:e});for(let f=0,p=u.length;f<p;f++)d.add(u[f]);return d})}loadCamera(e){let t,n=this.json.cameras[e],i=n[n.type];if(!i){console.warn("THREE.GLTFLoader: Missing camera parameters.");return}return n.type==="perspective"?t=new cn(jn.radToDeg(i.yfov),i.aspectRatio||1,i.znear||1,i.zfar||2e6):n.type==="orthographic"&&(t=new Qs(-i.xmag,i.xmag,i.ymag,-i.ymag,i.znear,i.zfar)),n.name&&(t.name=this.createUniqueName(n.name)),Cs(t,n),Promise.resolve(t)}loadSkin(e){let t=this.json.skins[e],n=[];for(let i=0,r=t.joints.length;i<r;i++)n.push(this._loadNodeShallow(t.joints[i]));return t.inverseBindMatrices!==void 0?n.push(this.getDependency("accessor",t.inverseBindMatrices)):n.push(null),Promise.all(n).then(function(i){let r=i.pop(),o=i,a=[],l=[];for(let c=0,h=o.length;c<h;c++){let u=o[c];if(u){a.push(u);let d=new Ge;r!==null&&d.fromArray(r.array,c*16),l.push(d)}else console.warn('THREE.GLTFLoader: Joint "%s" could not be found.',t.joints[c])}return new jr(a,l)})}loadAnimation(e){let t=this.json,n=this,i=t.animations[e],r=i.name?i.name:"animation_"+e,o=[],a=[],l=[],c=[],h=[];for(let u=0,d=i.channels.length;u<d;u++){let f=i.channels[u],p=i.samplers[f.sampler],_=f.target,m=_.node,g=i.parameters!==void 0?i.parameters[p.input]:p.input,x=i.parameters!==void 0?i.parameters[p.output]:p.output;_.node!==void 0&&(o.push(this.getDependency("node",m)),a.push(this.getDependency("accessor",g)),l.push(this.getDependency("accessor",x)),c.push(p),h.push(_))}return Promise.all([Promise.all(o),Promise.all(a),Promise.all(l),Promise.all(c),Promise.all(h)]).then(function(u){let d=u[0],f=u[1],p=u[2],_=u[3],m=u[4],g=[];for(let M=0,v=d.length;M<v;M++){let T=d[M],b=f[M],y=p[M],w=_[M],I=m[M];if(T===void 0)continue;T.updateMatrix&&T.updateMatrix();let P=n._createAnimationTracks(T,b,y,w,I);if(P)for(let C=0;C<P.length;C++)g.push(P[C])}let x=new Sr(r,void 0,g);return Cs(x,i),x})}createNodeMesh(e){let t=this.json,n=this,i=t.nodes[e];return i.mesh===void 0?null:n.getDependency("mesh",i.mesh).then(function(r){let o=n._getNodeRef(n.meshCache,i.mesh,r);return i.weights!==void 0&&o.traverse(function(a){if(a.isMesh)for(let l=0,c=i.weights.length;l<c;l++)a.morphTargetInfluences[l]=i.weights[l]}),o})}loadNode(e){let t=this.json,n=this,i=t.nodes[e],r=n._loadNodeShallow(e),o=[],a=i.children||[];for(let c=0,h=a.length;c<h;c++)o.push(n.getDependency("node",a[c]));let l=i.skin===void 0?Promise.resolve(null):n.getDependency("skin",i.skin);return Promise.all([r,Promise.all(o),l]).then(function(c){let h=c[0],u=c[1],d=c[2];d!==null&&h.traverse(function(f){f.isSkinnedMesh&&f.bind(d,uA)});for(let f=0,p=u.length;f<p;f++)h.add(u[f]);if(h.userData.pivot!==void 0&&u.length>0){let f=h.userData.pivot,p=u[0];h.pivot=new V().fromArray(f),h.position.x-=f[0],h.position.y-=f[1],h.position.z-=f[2],p.position.set(0,0,0),delete h.userData.pivot}return h})}_loadNodeShallow(e){let t=this.json,n=this.extensions,i=this;if(this.nodeCache[e]!==void 0)return this.nodeCache[e];let r=t.nodes[e],o=r.name?i.createUniqueName(r.name):"",a=[],l=i._invokeOne(function(c){return c.createNodeMesh&&c.createNodeMesh(e)});return l&&a.push(l),r.camera!==void 0&&a.push(i.getDependency("camera",r.camera).then(function(c){return i._getNodeRef(i.cameraCache,r.camera,c)})),i._invokeAll(function(c){return c.createNodeAttachment&&c.createNodeAttachment(e)}).forEach(function(c){a.push(c)}),this.nodeCache[e]=Promise.all(a).then(function(c){let h;if(r.isBone===!0?h=new _r:c.length>1?h=new en:c.length===1?h=c[0]:h=new Gt,h!==c[0])for(let u=0,d=c.length;u<d;u++)h.add(c[u]);if(r.name&&(h.userData.name=r.name,h.name=o),Cs(h,r),r.extensions&&so(n,h,r),r.matrix!==void 0){let u=new Ge;u.fromArray(r.matrix),h.applyMatrix4(u)}else r.translation!==void 0&&h.position.fromArray(r.translation),r.rotation!==void 0&&h.quaternion.fromArray(r.rotation),r.scale!==void 0&&h.scale.fromArray(r.scale);if(!i.associations.has(h))i.associations.set(h,{});else if(r.mesh!==void 0&&i.meshCache.refs[r.mesh]>1){let u=i.associations.get(h);i.associations.set(h,{...u})}return i.associations.get(h).nodes=e,h}),this.nodeCache[e]}loadScene(e){let t=this.extensions,n=this.json.scenes[e],i=this,r=new en;n.name&&(r.name=i.createUniqueName(n.name)),Cs(r,n),n.extensions&&so(t,r,n);let o=n.nodes||[],a=[];for(let l=0,c=o.length;l<c;l++)a.push(i.getDependency("node",o[l]));return Promise.all(a).then(function(l){for(let h=0,u=l.length;h<u;h++){let d=l[h];d.parent!==null?r.add($_(d)):r.add(d)}let c=h=>{let u=new Map;for(let[d,f]of i.associations)(d instanceof Pn||d instanceof Hn)&&u.set(d,f);return h.traverse(d=>{let f=i.associations.get(d);f!=null&&u.set(d,f)}),u};return i.associations=c(r),r})}_createAnimationTracks(e,t,n,i,r){let o=[],a=e.name?e.name:e.uuid,l=[];function c(f){f.morphTargetInfluences&&l.push(f.name?f.name:f.uuid)}Ar[r.path]===Ar.weights?(c(e),e.isGroup&&e.children.forEach(c)):l.push(a);let h;switch(Ar[r.path]){case Ar.weights:h=Zs;break;case Ar.rotation:h=Di;break;case Ar.translation:case Ar.scale:h=In;break;default:n.itemSize===1?h=Zs:h=In;break}let u=i.interpolation!==void 0?rA[i.interpolation]:Wr,d=this._getArrayFromAccessor(n);for(let f=0,p=l.length;f<p;f++){let _=new h(l[f]+"."+Ar[r.path],t.array,d,u);i.interpolation==="CUBICSPLINE"&&this._createCubicSplineTrackInterpolant(_),o.push(_)}return o}_getArrayFromAccessor(e){let t=e.array;if(e.normalized){let n=Cp(t.constructor),i=new Float32Array(t.length);for(let r=0,o=t.length;r<o;r++)i[r]=t[r]*n;t=i}return t}_createCubicSplineTrackInterpolant(e){e.createInterpolant=function(n){let i=this instanceof Di?Ap:vu;return new i(this.times,this.values,this.getValueSize()/3,n)},e.createInterpolant.isInterpolantFactoryMethodGLTFCubicSpline=!0}};function dA(s,e,t){let n=e.attributes,i=new Qn;if(n.POSITION!==void 0){let a=t.json.accessors[n.POSITION],l=a.min,c=a.max;if(l!==void 0&&c!==void 0){if(i.set(new V(l[0],l[1],l[2]),new V(c[0],c[1],c[2])),a.normalized){let h=Cp(_a[a.componentType]);i.min.multiplyScalar(h),i.max.multiplyScalar(h)}}else{console.warn("THREE.GLTFLoader: Missing min/max properties for accessor POSITION.");return}}else return;let r=e.targets;if(r!==void 0){let a=new V,l=new V;for(let c=0,h=r.length;c<h;c++){let u=r[c];if(u.POSITION!==void 0){let d=t.json.accessors[u.POSITION],f=d.min,p=d.max;if(f!==void 0&&p!==void 0){if(l.setX(Math.max(Math.abs(f[0]),Math.abs(p[0]))),l.setY(Math.max(Math.abs(f[1]),Math.abs(p[1]))),l.setZ(Math.max(Math.abs(f[2]),Math.abs(p[2]))),d.normalized){let _=Cp(_a[d.componentType]);l.multiplyScalar(_)}a.max(l)}else console.warn("THREE.GLTFLoader: Missing min/max properties for accessor POSITION.")}}i.expandByVector(a)}s.boundingBox=i;let o=new gi;i.getCenter(o.center),o.radius=i.min.distanceTo(i.max)/2,s.boundingSphere=o}function iy(s,e,t){let n=e.attributes,i=[];function r(o,a){return t.getDependency("accessor",o).then(function(l){s.setAttribute(a,l)})}for(let o in n){let a=Rp[o]||o.toLowerCase();a in s.attributes||i.push(r(n[o],a))}if(e.indices!==void 0&&!s.index){let o=t.getDependency("accessor",e.indices).then(function(a){s.setIndex(a)});i.push(o)}return at.workingColorSpace!==ui&&"COLOR_0"in n&&console.warn(`THREE.GLTFLoader: Converting vertex colors from "srgb-linear" to "${at.workingColorSpace}" not supported.`),Cs(s,e),dA(s,e,t),Promise.all(i).then(function(){return e.targets!==void 0?aA(s,e.targets,t):s})}var ry=new V,fA=new di,bu=new Ge,Rr=new Ge,Su=new Ht,Mu=new V(1,1,1),wu=new V,ya=class extends Gt{constructor(...e){super(...e),this.urdfNode=null,this.urdfName=""}copy(e,t){return super.copy(e,t),this.urdfNode=e.urdfNode,this.urdfName=e.urdfName,this}},Tu=class extends ya{constructor(...e){super(...e),this.isURDFCollider=!0,this.type="URDFCollider"}},Eu=class extends ya{constructor(...e){super(...e),this.isURDFVisual=!0,this.type="URDFVisual"}},Bl=class extends ya{constructor(...e){super(...e),this.isURDFLink=!0,this.type="URDFLink",this.name="",this.inertial={mass:0,origin:{xyz:[0,0,0],rpy:[0,0,0]},inertia:{ixx:0,ixy:0,ixz:0,iyy:0,iyz:0,izz:0}}}copy(e,t){return super.copy(e,t),this.inertial={mass:e.inertial.mass,origin:{xyz:[...e.inertial.origin.xyz],rpy:[...e.inertial.origin.rpy]},inertia:{...e.inertial.inertia}},this}},kl=class extends ya{get jointType(){return this._jointType}set jointType(e){if(this.jointType!==e)switch(this._jointType=e,this.matrixWorldNeedsUpdate=!0,e){case"fixed":this.jointValue=[];break;case"continuous":case"revolute":case"prismatic":this.jointValue=new Array(1).fill(0);break;case"planar":this.jointValue=new Array(3).fill(0),this.axis=new V(0,0,1);break;case"floating":this.jointValue=new Array(6).fill(0);break}}get angle(){return this.jointValue[0]}constructor(...e){super(...e),this.isURDFJoint=!0,this.type="URDFJoint",this.name="",this.jointValue=null,this.jointType="fixed",this.axis=new V(1,0,0),this.limit={lower:0,upper:0,effort:0,velocity:0},this.ignoreLimits=!1,this.origPosition=null,this.origQuaternion=null,this.mimicJoints=[]}copy(e,t){return super.copy(e,t),this.jointType=e.jointType,this.axis=e.axis.clone(),this.limit.lower=e.limit.lower,this.limit.upper=e.limit.upper,this.limit.effort=e.limit.effort,this.limit.velocity=e.limit.velocity,this.ignoreLimits=!1,this.jointValue=[...e.jointValue],this.origPosition=e.origPosition?e.origPosition.clone():null,this.origQuaternion=e.origQuaternion?e.origQuaternion.clone():null,this.mimicJoints=[...e.mimicJoints],this}setJointValue(...e){e=e.map(n=>n===null?null:parseFloat(n)),(!this.origPosition||!this.origQuaternion)&&(this.origPosition=this.position.clone(),this.origQuaternion=this.quaternion.clone());let t=!1;switch(this.mimicJoints.forEach(n=>{t=n.updateFromMimickedJoint(...e)||t}),this.jointType){case"fixed":return t;case"continuous":case"revolute":{let n=e[0];return n==null||n===this.jointValue[0]?t:(!this.ignoreLimits&&this.jointType==="revolute"&&(n=Math.min(this.limit.upper,n),n=Math.max(this.limit.lower,n)),this.quaternion.setFromAxisAngle(this.axis,n).premultiply(this.origQuaternion),this.jointValue[0]!==n?(this.jointValue[0]=n,this.matrixWorldNeedsUpdate=!0,!0):t)}case"prismatic":{let n=e[0];return n==null||n===this.jointValue[0]?t:(this.ignoreLimits||(n=Math.min(this.limit.upper,n),n=Math.max(this.limit.lower,n)),this.position.copy(this.origPosition),ry.copy(this.axis).applyEuler(this.rotation),this.position.addScaledVector(ry,n),this.jointValue[0]!==n?(this.jointValue[0]=n,this.matrixWorldNeedsUpdate=!0,!0):t)}case"floating":return this.jointValue.every((n,i)=>e[i]===n||e[i]===null)?t:(this.jointValue[0]=e[0]!==null?e[0]:this.jointValue[0],this.jointValue[1]=e[1]!==null?e[1]:this.jointValue[1],this.jointValue[2]=e[2]!==null?e[2]:this.jointValue[2],this.jointValue[3]=e[3]!==null?e[3]:this.jointValue[3],this.jointValue[4]=e[4]!==null?e[4]:this.jointValue[4],this.jointValue[5]=e[5]!==null?e[5]:this.jointValue[5],Rr.compose(this.origPosition,this.origQuaternion,Mu),Su.setFromEuler(fA.set(this.jointValue[3],this.jointValue[4],this.jointValue[5],"XYZ")),wu.set(this.jointValue[0],this.jointValue[1],this.jointValue[2]),bu.compose(wu,Su,Mu),Rr.premultiply(bu),this.position.setFromMatrixPosition(Rr),this.rotation.setFromRotationMatrix(Rr),this.matrixWorldNeedsUpdate=!0,!0);case"planar":return this.jointValue.every((n,i)=>e[i]===n||e[i]===null)?t:(this.jointValue[0]=e[0]!==null?e[0]:this.jointValue[0],this.jointValue[1]=e[1]!==null?e[1]:this.jointValue[1],this.jointValue[2]=e[2]!==null?e[2]:this.jointValue[2],Rr.compose(this.origPosition,this.origQuaternion,Mu),Su.setFromAxisAngle(this.axis,this.jointValue[2]),wu.set(this.jointValue[0],this.jointValue[1],0),bu.compose(wu,Su,Mu),Rr.premultiply(bu),this.position.setFromMatrixPosition(Rr),this.rotation.setFromRotationMatrix(Rr),this.matrixWorldNeedsUpdate=!0,!0)}return t}},zl=class extends kl{constructor(...e){super(...e),this.type="URDFMimicJoint",this.mimicJoint=null,this.offset=0,this.multiplier=1}updateFromMimickedJoint(...e){let t=e.map(n=>n===null?null:n*this.multiplier+this.offset);return super.setJointValue(...t)}copy(e,t){return super.copy(e,t),this.mimicJoint=e.mimicJoint,this.offset=e.offset,this.multiplier=e.multiplier,this}},Au=class extends Bl{constructor(...e){super(...e),this.isURDFRobot=!0,this.urdfNode=null,this.urdfRobotNode=null,this.robotName=null,this.links=null,this.joints=null,this.colliders=null,this.visual=null,this.frames=null}copy(e,t){super.copy(e,t),this.urdfRobotNode=e.urdfRobotNode,this.robotName=e.robotName,this.links={},this.joints={},this.colliders={},this.visual={},this.traverse(n=>{n.isURDFJoint&&n.urdfName in e.joints&&(this.joints[n.urdfName]=n),n.isURDFLink&&n.urdfName in e.links&&(this.links[n.urdfName]=n),n.isURDFCollider&&n.urdfName in e.colliders&&(this.colliders[n.urdfName]=n),n.isURDFVisual&&n.urdfName in e.visual&&(this.visual[n.urdfName]=n)});for(let n in this.joints)this.joints[n].mimicJoints=this.joints[n].mimicJoints.map(i=>this.joints[i.name]);return this.frames={...this.colliders,...this.visual,...this.links,...this.joints},this}getFrame(e){return this.frames[e]}setJointValue(e,...t){let n=this.joints[e];return n?n.setJointValue(...t):!1}setJointValues(e){let t=!1;for(let n in e){let i=e[n];Array.isArray(i)?t=this.setJointValue(n,...i)||t:t=this.setJointValue(n,i)||t}return t}};var Ip=new Ht,oy=new di;function Cr(s){return s?s.trim().split(/\s+/g).map(e=>parseFloat(e)):[0,0,0]}function ay(s,e,t=!1){t||s.rotation.set(0,0,0),oy.set(e[0],e[1],e[2],"ZYX"),Ip.setFromEuler(oy),Ip.multiply(s.quaternion),s.quaternion.copy(Ip)}var Lp=class{constructor(e){this.manager=e||iu,this.loadMeshCb=this.defaultMeshLoader.bind(this),this.parseVisual=!0,this.parseCollision=!1,this.packages="",this.workingPath="",this.fetchOptions={}}loadAsync(e){return new Promise((t,n)=>{this.load(e,t,null,n)})}load(e,t,n,i){let r=this.manager,o=Fi.extractUrlBase(e),a=this.manager.resolveURL(e);r.itemStart(a),fetch(a,this.fetchOptions).then(l=>{if(l.ok)return n&&n(null),l.text();throw new Error(`URDFLoader: Failed to load url '${a}' with error code ${l.status} : ${l.statusText}.`)}).then(l=>{let c=this.parse(l,this.workingPath||o);t(c),r.itemEnd(a)}).catch(l=>{i?i(l):console.error("URDFLoader: Error loading file.",l),r.itemError(a),r.itemEnd(a)})}parse(e,t=this.workingPath){let n=this.packages,i=this.loadMeshCb,r=this.parseVisual,o=this.parseCollision,a=this.manager,l={},c={},h={};function u(x){if(!/^package:\/\//.test(x))return t?t+x:x;let[M,v]=x.replace(/^package:\/\//,"").split(/\/(.+)/);if(typeof n=="string")return n.endsWith(M)?n+"/"+v:n+"/"+M+"/"+v;if(typeof n=="function")return n(M)+"/"+v;if(typeof n=="object")return M in n?n[M]+"/"+v:(console.error(`URDFLoader : ${M} not found in provided package list.`),null)}function d(x){let M;x instanceof Document?M=[...x.children]:x instanceof Element?M=[x]:M=[...new DOMParser().parseFromString(x,"text/xml").children];let v=M.filter(T=>T.nodeName==="robot").pop();return f(v)}function f(x){let M=[...x.children],v=M.filter(C=>C.nodeName.toLowerCase()==="link"),T=M.filter(C=>C.nodeName.toLowerCase()==="joint"),b=M.filter(C=>C.nodeName.toLowerCase()==="material"),y=new Au;y.robotName=x.getAttribute("name"),y.urdfRobotNode=x,b.forEach(C=>{let U=C.getAttribute("name");h[U]=m(C)});let w={},I={};v.forEach(C=>{let U=C.getAttribute("name"),k=x.querySelector(`child[link="${U}"]`)===null;l[U]=_(C,w,I,k?y:null)}),T.forEach(C=>{let U=C.getAttribute("name");c[U]=p(C)}),y.joints=c,y.links=l,y.colliders=I,y.visual=w;let P=Object.values(c);return P.forEach(C=>{C instanceof zl&&c[C.mimicJoint].mimicJoints.push(C)}),P.forEach(C=>{let U=new Set,k=L=>{if(U.has(L))throw new Error("URDFLoader: Detected an infinite loop of mimic joints.");U.add(L),L.mimicJoints.forEach(B=>{k(B)})};k(C)}),y.frames={...I,...w,...l,...c},y}function p(x){let M=[...x.children],v=x.getAttribute("type"),T,b=M.find(U=>U.nodeName.toLowerCase()==="mimic");b?(T=new zl,T.mimicJoint=b.getAttribute("joint"),T.multiplier=parseFloat(b.getAttribute("multiplier")||1),T.offset=parseFloat(b.getAttribute("offset")||0)):T=new kl,T.urdfNode=x,T.name=x.getAttribute("name"),T.urdfName=T.name,T.jointType=v;let y=null,w=null,I=[0,0,0],P=[0,0,0];M.forEach(U=>{let k=U.nodeName.toLowerCase();k==="origin"?(I=Cr(U.getAttribute("xyz")),P=Cr(U.getAttribute("rpy"))):k==="child"?w=l[U.getAttribute("link")]:k==="parent"?y=l[U.getAttribute("link")]:k==="limit"&&(T.limit.lower=parseFloat(U.getAttribute("lower")||T.limit.lower),T.limit.upper=parseFloat(U.getAttribute("upper")||T.limit.upper),T.limit.effort=parseFloat(U.getAttribute("effort")||T.limit.effort),T.limit.velocity=parseFloat(U.getAttribute("velocity")||T.limit.velocity))}),y.add(T),T.add(w),ay(T,P),T.position.set(I[0],I[1],I[2]);let C=M.filter(U=>U.nodeName.toLowerCase()==="axis")[0];if(C){let U=C.getAttribute("xyz").split(/\s+/g).map(k=>parseFloat(k));T.axis=new V(U[0],U[1],U[2]),T.axis.normalize()}return T}function _(x,M,v,T=null){T===null&&(T=new Bl);let b=[...x.children];T.name=x.getAttribute("name"),T.urdfName=T.name,T.urdfNode=x;let y=b.find(w=>w.nodeName.toLowerCase()==="inertial");return y&&[...y.children].forEach(w=>{let I=w.nodeName.toLowerCase();I==="origin"?(T.inertial.origin.xyz=Cr(w.getAttribute("xyz")),T.inertial.origin.rpy=Cr(w.getAttribute("rpy"))):I==="mass"?T.inertial.mass=parseFloat(w.getAttribute("value"))||0:I==="inertia"&&(T.inertial.inertia.ixx=parseFloat(w.getAttribute("ixx"))||0,T.inertial.inertia.ixy=parseFloat(w.getAttribute("ixy"))||0,T.inertial.inertia.ixz=parseFloat(w.getAttribute("ixz"))||0,T.inertial.inertia.iyy=parseFloat(w.getAttribute("iyy"))||0,T.inertial.inertia.iyz=parseFloat(w.getAttribute("iyz"))||0,T.inertial.inertia.izz=parseFloat(w.getAttribute("izz"))||0)}),r&&b.filter(I=>I.nodeName.toLowerCase()==="visual").forEach(I=>{let P=g(I,h);if(T.add(P),I.hasAttribute("name")){let C=I.getAttribute("name");P.name=C,P.urdfName=C,M[C]=P}}),o&&b.filter(I=>I.nodeName.toLowerCase()==="collision").forEach(I=>{let P=g(I);if(T.add(P),I.hasAttribute("name")){let C=I.getAttribute("name");P.name=C,P.urdfName=C,v[C]=P}}),T}function m(x){let M=[...x.children],v=new qi;return v.name=x.getAttribute("name")||"",M.forEach(T=>{let b=T.nodeName.toLowerCase();if(b==="color"){let y=T.getAttribute("rgba").split(/\s/g).map(w=>parseFloat(w));v.color.setRGB(y[0],y[1],y[2]),v.opacity=y[3],v.transparent=y[3]<1,v.depthWrite=!v.transparent}else if(b==="texture"){let y=T.getAttribute("filename");if(y){let w=new $s(a),I=u(y);v.map=w.load(I),v.map.colorSpace=bt}}}),v}function g(x,M={}){let v=x.nodeName.toLowerCase()==="collision",T=[...x.children],b=null,y=T.filter(I=>I.nodeName.toLowerCase()==="material")[0];if(y){let I=y.getAttribute("name");I&&I in M?b=M[I]:b=m(y)}else b=new qi;let w=v?new Tu:new Eu;return w.urdfNode=x,T.forEach(I=>{let P=I.nodeName.toLowerCase();if(P==="geometry"){let C=I.children[0].nodeName.toLowerCase();if(C==="mesh"){let U=I.children[0].getAttribute("filename"),k=u(U);if(k!==null){let L=I.children[0].getAttribute("scale");if(L){let B=Cr(L);w.scale.set(B[0],B[1],B[2])}i(k,a,b,(B,O)=>{O?console.error("URDFLoader: Error loading mesh.",O):B&&(B.position.set(0,0,0),B.quaternion.identity(),w.add(B))})}}else if(C==="box"){let U=new Mt;U.geometry=new vr(1,1,1),U.material=b;let k=Cr(I.children[0].getAttribute("size"));U.scale.set(k[0],k[1],k[2]),w.add(U)}else if(C==="sphere"){let U=new Mt;U.geometry=new br(1,30,30),U.material=b;let k=parseFloat(I.children[0].getAttribute("radius"))||0;U.scale.set(k,k,k),w.add(U)}else if(C==="cylinder"){let U=new Mt;U.geometry=new Ss(1,1,1,30),U.material=b;let k=parseFloat(I.children[0].getAttribute("radius"))||0,L=parseFloat(I.children[0].getAttribute("length"))||0;U.scale.set(k,L,k),U.rotation.set(Math.PI/2,0,0),w.add(U)}}else if(P==="origin"){let C=Cr(I.getAttribute("xyz")),U=Cr(I.getAttribute("rpy"));w.position.set(C[0],C[1],C[2]),w.rotation.set(0,0,0),ay(w,U)}}),w}return d(e)}defaultMeshLoader(e,t,n,i){/\.stl$/i.test(e)?new ma(t).load(e,o=>{let a=new Mt(o,n||new qi);i(a)},null,o=>i(null,o)):/\.dae$/i.test(e)?new ga(t).load(e,o=>i(o.scene),null,o=>i(null,o)):console.warn(`URDFLoader: Could not load model at ${e}.
No loader available`)}},ly=Lp;var Ru=class{constructor(e){this.box=e;this.renderer=this.draws(),this.renderer.setPixelRatio(Math.min(devicePixelRatio,2)),this.canvas=this.renderer.domElement,this.canvas.tabIndex=0,this.canvas.setAttribute("role","img"),this.canvas.setAttribute("aria-label","the robot"),e.append(this.canvas),this.camera.up.set(0,0,1),this.scene.add(new pl(16777215,9080728,2.2));let t=new er(16777215,1.8);t.position.set(3,-4,6),this.scene.add(t,this.arrow),this.arrow.visible=!1,this.controls=new uu(this.camera,this.canvas),this.controls.addEventListener("change",()=>this.draw()),this.controls.addEventListener("start",()=>this.turned=!0),new ResizeObserver(()=>this.resize()).observe(e),matchMedia("(prefers-color-scheme: dark)").addEventListener("change",()=>this.restyle()),this.canvas.addEventListener("pointerdown",n=>this.grab(n),{capture:!0}),this.canvas.addEventListener("pointermove",n=>this.pull(n));for(let n of["pointerup","pointercancel"])this.canvas.addEventListener(n,()=>this.release());this.restyle()}box;canvas;onPull=()=>{};onRelease=()=>{};missing=[];loaded=0;renderer;scene=new qr;camera=new cn(40,1,.01,1e3);controls;grid;robot;ghost;layers={visual:[],collision:[],frames:[],axes:[],com:[],inertia:[],skeleton:[],forces:[]};shown=new Set(["visual"]);turned=!1;arrow=new Cu(14702123);drag;draws(){try{return new au({antialias:!0,preserveDrawingBuffer:!0})}catch{this.box.append(de("p",{class:"fault",id:"undrawn"},"The robot cannot be drawn, for this browser has no WebGL 2. All else of the page works."));let t=()=>{};return{domElement:de("canvas"),setPixelRatio:t,setSize:t,render:t}}}draw=cc(()=>this.renderer.render(this.scene,this.camera));load(e,t,n){this.robot&&this.scene.remove(this.robot);for(let i of Object.values(this.layers))i.length=0;this.robot=this.parse(e,n,i=>{this.settle(),i&&!this.turned&&this.frame()}),this.scene.add(this.robot),this.overlay(t),this.ghost&&this.scene.remove(this.ghost),this.ghost=void 0,this.makeGhost=()=>this.parse(e,n,()=>this.paintGhost()),this.settle()}makeGhost;showGhost(e){e&&!this.ghost&&this.makeGhost&&(this.ghost=this.makeGhost(),this.scene.add(this.ghost),this.paintGhost()),this.ghost&&(this.ghost.visible=e),this.draw()}paintGhost(){this.ghost?.traverse(e=>{e.isURDFCollider&&(e.visible=!1),e.isMesh&&(e.material=new _i({color:9067478,transparent:!0,opacity:.35}))}),this.draw()}parse(e,t,n){let i=new ly(Np);return i.parseCollision=!0,i.packages=r=>"package://"+r,i.loadMeshCb=(r,o,a,l)=>{t(r).then(c=>mA(r,c,a)).then(c=>{l(c),this.loaded++,n(!0)}).catch(c=>{this.missing.push(r),l(new en,void 0),console.warn(String(c)),n(!1)})},i.parse(e)}settle(){let{visual:e,collision:t}=this.layers;e.length=t.length=0,this.robot.traverse(n=>{if(n.isURDFVisual&&e.push(n),n.isURDFCollider&&t.push(n),n.isMesh&&!n.userData.styled){n.userData.styled=!0;let i=n;for(;i&&!i.isURDFCollider&&!i.isURDFVisual;)i=i.parent;i?.isURDFCollider&&(n.material=new _i({color:3116907,transparent:!0,opacity:.35}))}}),this.choose(),this.restack()}choose(){if(this.chosen)return;let[e,t]=[!1,!1];this.robot.traverse(n=>{!n.isMesh||n.userData.overlay||(cy(n,"isURDFVisual")&&(e=!0),cy(n,"isURDFCollider")&&(t=!0))});for(let[n,i]of[["skeleton",!e&&!t],["collision",!e&&t]])i?this.shown.add(n):this.shown.delete(n);this.onLayers()}chosen=!1;onLayers=()=>{};overlay(e){let t=this.robot.links,n=.1,i=new Qn;this.robot.updateMatrixWorld(!0);for(let o in t)i.expandByPoint(t[o].getWorldPosition(new V));i.isEmpty()||(n=Math.max(.05,i.getSize(new V).length()/12)),this.size=n,this.arrows.clear();let r=(o,a,l)=>{l.traverse(c=>c.userData.overlay=!0),a.add(l),this.layers[o].push(l)};for(let o in t){let a=t[o];r("frames",a,new bl(n));for(let l of a.children.filter(c=>c.isURDFJoint)){let c=l.position.clone(),h=new Ut().setFromPoints([new V,c]);if(r("skeleton",a,pA(c,n/6)),r("skeleton",a,new Wi(h,new Gn({color:8226708}))),l.jointType!=="fixed"&&l.jointType!=="floating"){let u=new vl(l.axis.clone().normalize(),new V,n*1.4,14702123);r("axes",l,u);let d=new Mt(new Ss(n/4,n/4,n/2,20),new _i({color:3360603}));d.quaternion.setFromUnitVectors(new V(0,1,0),l.axis.clone().normalize()),r("skeleton",l,d)}}}for(let o of e){let a=t[o.name];if(!a)continue;let l=new Mt(new br(n/6,16,12),new Yn({color:14263296,depthTest:!1}));l.position.fromArray(o.com),l.renderOrder=2,r("com",a,l);let[c,h,u]=o.moments,d=[h+u-c,c+u-h,c+h-u].map(m=>Math.sqrt(Math.max(2.5*m/o.mass,1e-8))),f=new Mt(new br(1,24,16),new _i({color:3896260,transparent:!0,opacity:.4,depthWrite:!1})),p=o.axes,_=new Ge().set(p[0][0],p[0][1],p[0][2],o.com[0],p[1][0],p[1][1],p[1][2],o.com[1],p[2][0],p[2][1],p[2][2],o.com[2],0,0,0,1);f.matrixAutoUpdate=!1,f.matrix.copy(_.multiply(new Ge().makeScale(d[0],d[1],d[2]))),r("inertia",a,f)}}show(e,t){this.chosen=!0,t?this.shown.add(e):this.shown.delete(e),this.restack()}isShown(e){return this.shown.has(e)}restack(){for(let[e,t]of Object.entries(this.layers))for(let n of t)n.visible=this.shown.has(e);this.draw()}pose(e,t){this.place(this.robot,e,t)}poseGhost(e,t){this.place(this.ghost,e,t)}place(e,t,n){if(e){for(let[i,r]of t){let o=e.joints[i];o&&(o.ignoreLimits=!0,o.setJointValue(r))}n&&(e.position.set(n[0],n[1],n[2]),e.quaternion.set(n[3],n[4],n[5],n[6])),this.draw()}}bear(e){if(this.robot){for(let[t,n]of e){let i=this.robot.joints[t]?.children.find(l=>l.isURDFLink);if(!i)continue;let r=this.arrows.get(t);r||(r=new Cu(12597647),r.traverse(l=>l.userData.overlay=!0),i.add(r),this.arrows.set(t,r),this.layers.forces.push(r));let o=new V().fromArray(n),a=o.length()*this.size*4;r.visible=this.shown.has("forces")&&a>1e-4*this.size,r.visible&&r.set(o.normalize(),a,this.size/10)}this.draw()}}arrows=new Map;size=.1;screen(e){let t=this.robot.links[e].getWorldPosition(new V).project(this.camera),n=this.canvas.getBoundingClientRect();return[n.left+(t.x+1)/2*n.width,n.top+(1-t.y)/2*n.height]}angle(e){return this.robot?.joints[e]?.angle}frame(){this.robot.updateMatrixWorld(!0);let e=new Qn;this.robot.traverse(r=>{r.isURDFLink&&e.expandByPoint(r.getWorldPosition(new V)),(r.isURDFVisual||r.isURDFCollider&&this.shown.has("collision"))&&e.expandByObject(r)}),e.isEmpty()&&e.setFromCenterAndSize(new V,new V(1,1,1));let t=e.getCenter(new V),n=Math.max(e.getSize(new V).length(),.05);this.controls.target.copy(t),this.camera.position.copy(t).add(new V(1.1,-1.5,.75).normalize().multiplyScalar(n*1.25)),this.camera.near=n/200,this.camera.far=n*100,this.camera.updateProjectionMatrix(),this.controls.update(),this.grid&&this.scene.remove(this.grid);let i=Math.pow(10,Math.round(Math.log10(n/5)));this.grid=new xl(40*i,40),this.grid.rotation.x=Math.PI/2,this.scene.add(this.grid),this.restyle()}restyle(){if(this.scene.background=new Oe(li("scene")||"#eef1f4"),this.grid){let e=this.grid.material;e.vertexColors=!1,e.color.set(li("grid")||"#c9d0d8"),e.needsUpdate=!0}this.draw()}resize(){let{clientWidth:e,clientHeight:t}=this.box;!e||!t||(this.renderer.setSize(e,t),this.camera.aspect=e/t,this.camera.updateProjectionMatrix(),this.draw())}ray(e){let t=this.canvas.getBoundingClientRect(),n=new yl,i=new Xe((e.clientX-t.left)/t.width*2-1,1-(e.clientY-t.top)/t.height*2);return n.setFromCamera(i,this.camera),n}pulling=!1;grab(e){if(!this.pulling||e.button!==0||!this.robot)return;let t=this.ray(e).intersectObject(this.robot,!0).find(r=>r.object.visible&&r.object.isMesh);if(!t)return;let n=t.object;for(;n&&!n.isURDFLink;)n=n.parent;if(!n)return;e.stopPropagation(),this.canvas.setPointerCapture(e.pointerId);let i=this.camera.getWorldDirection(new V);this.drag={link:n,point:n.worldToLocal(t.point.clone()),plane:new hi().setFromNormalAndCoplanarPoint(i,t.point)},this.controls.enabled=!1}pull(e){if(!this.drag)return;let t=this.ray(e).ray.intersectPlane(this.drag.plane,new V);if(!t)return;let n=this.drag.link.localToWorld(this.drag.point.clone()),i=t.clone().sub(n);this.arrow.position.copy(n),this.arrow.set(i.clone().normalize(),i.length(),this.size/10),this.arrow.visible=!0,this.onPull(this.drag.link.urdfName??this.drag.link.name,this.drag.point.toArray(),t.toArray()),this.draw()}release(){this.drag&&(this.drag=void 0,this.arrow.visible=!1,this.controls.enabled=!0,this.onRelease(),this.draw())}},Cu=class extends en{bar;head;constructor(e){super();let t=new Yn({color:e,depthTest:!1,transparent:!0,opacity:.85});this.bar=new Mt(new Ss(1,1,1,12),t),this.head=new Mt(new Qo(2.6,6,16),t),this.bar.renderOrder=this.head.renderOrder=3,this.add(this.bar,this.head)}set(e,t,n){this.quaternion.setFromUnitVectors(new V(0,1,0),e),this.bar.scale.set(n,Math.max(t,1e-9),n),this.bar.position.y=t/2,this.head.scale.setScalar(n),this.head.position.y=t}};function cy(s,e){for(;s&&!s[e];)s=s.parent;return!!s}function pA(s,e){let t=s.length(),n=new Mt(new Ss(e,e,Math.max(t,1e-6),12),new _i({color:10134961}));return n.position.copy(s).multiplyScalar(.5),t>0&&n.quaternion.setFromUnitVectors(new V(0,1,0),s.clone().normalize()),n}var Np=new na().setURLModifier(s=>/^(data|blob):/.test(s)?s:"data:,");function hy(s){let e=new en;return e.rotation.x=Math.PI/2,e.add(s),new en().add(e)}async function mA(s,e,t){let n=t??new _i({color:12107977,metalness:.1,roughness:.6});switch(s.slice(s.lastIndexOf(".")+1).toLowerCase()){case"stl":return new Mt(new ma().parse(e),n);case"obj":{let i=new pu().parse(new TextDecoder().decode(e));return i.traverse(r=>r.isMesh&&(r.material=n)),i}case"dae":{let i=new ga(Np).parse(new TextDecoder().decode(e),"");if(!i)throw new Error(s+" is no COLLADA document");return hy(i.scene)}case"gltf":case"glb":return hy((await new yu(Np).parseAsync(e,"")).scene)}throw new Error(s+": expected a mesh in STL, OBJ, COLLADA or glTF")}var gA=["x","y","z"].map(s=>"base/position/"+s).concat(["x","y","z","w"].map(s=>"base/orientation/"+s)),uy=["x","y","z"],_A=[["visual","visuals"],["collision","collision shapes"],["skeleton","sticks"],["frames","frames"],["axes","axes"],["com","centres of mass"],["inertia","inertia ellipsoids"],["forces","reactions of joints"]],xa=class{constructor(e,t,n){this.engine=e;this.fetch=t;this.simulate=new Fa(e),this.analyze=new Fa(e),this.knobs=new uc(cc(()=>this.changed()),o=>this.findKnob(o));let i=de("div",{class:"view"}),r=de("details",{class:"layers"},de("summary",{},"Show"));n.append(de("header",{},de("h1",{id:"title"},"Kinetree"),this.status),de("main",{},de("section",{class:"left"},i,de("div",{class:"player"},this.play,de("button",{id:"step",title:"one row on (\u2192)",onclick:()=>this.stepOn(1)},"Step"),this.scrub,this.clock,de("label",{},"Speed ",this.speeds()),this.pullButton,this.record),this.sliders,this.knobs.root),de("section",{class:"right"},this.charts.root,this.tabs,this.panels))),this.view=new Ru(i),i.append(r);for(let[o,a]of _A)r.append(de("label",{},de("input",{type:"checkbox","data-layer":o,checked:this.view.isShown(o),onchange:l=>{this.view.show(o,l.target.checked),o==="forces"&&this.changed()}}),a));this.view.onPull=(o,a,l)=>this.engine.send({ask:"push",link:o,point:a,target:l},()=>{}),this.view.onLayers=()=>r.querySelectorAll("[data-layer]").forEach(o=>o.checked=this.view.isShown(o.dataset.layer)),this.view.onRelease=()=>this.engine.send({ask:"push",link:""},()=>{}),this.charts.onSeek=o=>{this.halt(),this.seek(o)},this.runs.onPlay=o=>this.playRun(o),e.onLost=o=>this.fail(o),document.addEventListener("keydown",o=>this.key(o)),e.send({ask:"describe"},o=>o.error?this.fail(o.error):this.open(o.value))}engine;fetch;view;charts=new hc;margins=new mc;runs=new gc;knobs;stage;run;pinned;last;simulate;analyze;time=0;playing=!1;live=!1;speed=1;heaviest=0;status=de("p",{id:"status",role:"status"});notes=de("ul",{class:"notes",id:"notes"});metrics=de("div",{id:"metrics"});clock=de("output",{id:"clock"},"0 s");scrub=de("input",{type:"range",id:"time",min:0,max:1,step:"any",value:0,"aria-label":"time",oninput:()=>{this.halt(),this.seek(Number(this.scrub.value))}});play=de("button",{id:"play",title:"play and pause (space)",onclick:()=>this.toggle()},"\u25B6 Play");pullButton=de("button",{id:"push","aria-pressed":"false",title:"the robot moves in real time; drag a link to pull it with a spring",onclick:()=>this.move()},"Push it");record=de("button",{id:"record",title:"record a video",onclick:()=>this.film()},"Record");sliders=de("details",{class:"joints"},de("summary",{},"Joints by hand"));tuning=de("div",{id:"tuning"});file=de("pre",{id:"file"});tabs=de("nav",{class:"tabs",role:"tablist"});panels=de("div",{class:"panels"});speeds(){let e=de("select",{id:"speed",onchange:()=>{this.speed=Number(e.value),this.live&&this.engine.send({ask:"pace",speed:this.playing?this.speed:0},()=>{})}},...[.05,.1,.25,.5,1,2].map(t=>de("option",{value:t,selected:t===1},t+" \xD7")));return e}open(e){this.stage=e,document.title=`${e.robot} \u2013 Kinetree`,document.getElementById("title").textContent=e.robot,this.view.load(e.urdf,e.links??[],this.fetch),this.view.pose((e.joints??[]).map(i=>[i.name,i.at])),this.view.frame(),this.knobs.load(e.knobs??[],e.paths??[]),this.note(e.notes),this.fillJoints(),this.fillTabs();let t=(e.joints??[]).filter(i=>!i.follows),n=i=>(i.tuned||i.group==="reference")&&t.find(r=>i.path.includes(r.name));if(this.charts.load(t,(e.knobs??[]).map(n).find(Boolean)?.name??t[0]?.name??""),e.batch&&this.runs.load(e.batch),e.fault)return this.fail(e.fault);e.log?this.showLog():this.changed()}fillJoints(){this.sliders.replaceChildren(de("summary",{},"Joints by hand"));for(let e of this.stage.joints??[]){if(e.follows)continue;let[t,n]=[e.lower??-Math.PI,e.upper??Math.PI],i=de("output",{},ln(e.at)),r=de("input",{type:"range",min:t,max:n,step:"any",value:e.at,"data-joint":e.name,"aria-label":e.name,oninput:()=>{this.halt(),i.textContent=ln(Number(r.value)),this.view.pose([[e.name,Number(r.value)]])}});this.sliders.append(de("div",{class:"knob"},de("label",{},e.name),r,i))}}fillTabs(){let e=[["results","Metrics",de("div",{},de("div",{class:"bar"},de("button",{id:"pin",onclick:()=>this.pin()},"Pin as A"),de("button",{id:"unpin",onclick:()=>this.unpin()},"Take the pin out"),de("button",{id:"back",onclick:()=>this.pinned&&this.knobs.put(this.pinned.set)},"Back to A")),this.metrics)],["analysis","Margins",this.margins.root],["tune","Tune",this.tuning],["runsTab","Runs",this.runs.root],["scenario","Scenario",de("div",{},de("div",{class:"bar"},de("button",{id:"save",onclick:()=>this.save("text",".yaml")},"Save the scenario"),de("button",{id:"log",onclick:()=>this.save("log",".csv")},"Save the log (CSV)")),this.file)]];this.tabs.replaceChildren(),this.panels.replaceChildren();let t=e.filter(([i])=>i==="tune"?this.stage.tunes:i==="runsTab"?this.stage.batch:i==="analysis"?this.stage.law:!0),n=i=>{for(let[r]of t)document.getElementById("tab-"+r).setAttribute("aria-selected",String(r===i)),document.getElementById("panel-"+r).hidden=r!==i;i==="scenario"&&this.showFile(),i==="analysis"&&this.askAnalysis()};for(let[i,r,o]of t)this.tabs.append(de("button",{id:"tab-"+i,role:"tab","aria-controls":"panel-"+i,onclick:()=>n(i)},r)),this.panels.append(de("div",{id:"panel-"+i,role:"tabpanel","aria-labelledby":"tab-"+i},o));this.stage.tunes&&this.fillTuning(),n(this.stage.batch?"runsTab":"results")}showLog(){this.engine.send({ask:"logged"},e=>{if(e.error)return this.fail(e.error);this.run=new Oa(e.value.columns,e.numbers),this.last={set:[],metrics:void 0},this.charts.add(this.run),this.scrub.max=String(this.run.end),this.pin(),this.status.textContent=`${this.run.rows} rows as they were logged; a knob simulates anew`,document.body.dataset.rows=String(this.run.rows),document.body.dataset.state="ready"})}changed(){let e=this.knobs.set(),t=performance.now();document.body.dataset.state="busy";let n=this.view.isShown("forces")?[{path:"log.reactions",value:!0}]:[];this.simulate.ask({ask:"simulate",set:[...e,...n]},i=>this.arrived(i,e,t)),this.tabOpen("analysis")&&this.askAnalysis(),this.tabOpen("scenario")&&this.showFile()}tabOpen(e){return document.getElementById("panel-"+e)?.hidden===!1}arrived(e,t,n){if(document.body.dataset.state="ready",e.error)return this.fail(e.error);let{columns:i,outcome:r,failed:o,warnings:a}=e.value,l=new Oa(i,e.numbers);this.run=l,this.heaviest=0;for(let h of this.stage.joints??[])for(let u of uy.map(d=>`${h.name}/force/${d}`))for(let d of l.get(u)??[])this.heaviest=Math.max(this.heaviest,Math.abs(d));let c=performance.now()-n;this.status.className=o?"fault":"",this.status.textContent=o??`${ln(r.simulated_time)} s in ${Math.round(c)} ms, ${r.integrator}, ${r.ended}`,document.body.dataset.rows=String(l.rows),document.body.dataset.took=String(c),this.note([...this.stage.notes??[],...a??[]]),this.last={set:t,metrics:r.metrics},this.charts.add(l),this.showMetrics(),this.live||this.seek(Math.min(this.time,l.end)),this.scrub.max=String(l.end)}askAnalysis(){this.stage.law&&this.analyze.ask({ask:"analyze",set:this.knobs.set()},e=>{e.error?this.margins.fail(e.error):this.margins.show(e.value)})}showMetrics(){let e=this.last?.metrics;if(!e){this.metrics.replaceChildren(de("p",{class:"small"},"Nothing is asked of the joints, so nothing is measured."));return}let t=e[this.charts.chosen]?this.charts.chosen:Object.keys(e)[0],n=this.pinned?.metrics?.[t],i=this.stage.metrics.map(r=>[r,e[t][r]??null,...n?[n[r]??null]:[]]);this.metrics.replaceChildren(de("p",{class:"small"},t),Ua(["metric","now",...n?["A"]:[]],i,"metric-table"))}pin(){!this.run||!this.last||(this.pinned={run:this.run,set:this.last.set,metrics:this.last.metrics},this.charts.pin(this.run),this.view.showGhost(!0),this.showMetrics(),this.seek(this.time))}unpin(){this.pinned=void 0,this.charts.pin(),this.view.showGhost(!1),this.showMetrics()}playRun(e){this.pinned||this.pin(),this.simulate.ask({ask:"run",index:e,set:this.knobs.set()},t=>{this.arrived(t,[],performance.now()),!t.error&&(this.status.textContent=`run ${e}: `+this.status.textContent,this.time=0,this.playing||this.toggle())})}toggle(){if(this.playing=!this.playing,this.play.textContent=this.playing?"\u275A\u275A Pause":"\u25B6 Play",this.live){this.engine.send({ask:"pace",speed:this.playing?this.speed:0},()=>{});return}if(!this.playing)return;this.run&&this.time>=this.run.end&&(this.time=0);let e=performance.now(),t=n=>{!this.playing||this.live||!this.run||(this.seek(this.time+(n-e)/1e3*this.speed),e=n,this.time>=this.run.end?this.halt():requestAnimationFrame(t))};requestAnimationFrame(t)}halt(){this.live&&this.move(),this.playing=!1,this.play.textContent="\u25B6 Play"}stepOn(e){if(this.live){this.engine.send({ask:"pace",speed:0,steps:1},()=>{});return}if(!this.run?.rows)return;this.halt();let[t]=this.run.at(this.time);this.seek(this.run.time[Math.min(this.run.rows-1,Math.max(0,t+e))])}seek(e){let t=this.run;if(t?.rows){if(this.time=Math.min(Math.max(e,t.time[0]),t.end),this.place(t,(n,i)=>this.view.pose(n,i)),this.pinned&&this.place(this.pinned.run,(n,i)=>this.view.poseGhost(n,i)),this.heaviest>0){let[n,i]=t.at(this.time);this.view.bear((this.stage.joints??[]).map(r=>[r.name,uy.map(o=>(t.value(`${r.name}/force/${o}`,n,i)??0)/this.heaviest)]))}this.scrub.value=String(this.time),this.clock.textContent=this.time.toFixed(3)+" s",document.body.dataset.row=String(t.at(this.time)[0]),this.charts.mark(this.time)}}place(e,t){let[n,i]=e.at(this.time),r=[];for(let o of this.stage.joints??[]){let a=e.value(o.name+"/position",n,i);a!==void 0&&r.push([o.name,a])}t(r,this.stage.floating?gA.map(o=>e.value(o,n,i)??0):void 0)}move(){if(this.live=!this.live,this.pullButton.setAttribute("aria-pressed",String(this.live)),this.view.pulling=this.live,!this.live){this.engine.send({ask:"halt"},()=>{}),this.playing=!1,this.play.textContent="\u25B6 Play",this.seek(this.time);return}this.playing=!0,this.play.textContent="\u275A\u275A Pause";let e={};for(let n of this.stage.joints??[])n.follows||(e[n.name]=this.view.angle(n.name)??n.at);let t=(this.stage.joints??[]).map(n=>n.name);this.engine.send({ask:"move",set:this.knobs.set(),speed:this.speed,from:{position:e}},n=>{if(!this.live)return;if(n.error){this.move(),this.fail(n.error);return}let i=this.stage.floating?7:0;this.view.pose(t.map((r,o)=>[r,n.numbers[i+o]]),i?[...n.numbers.slice(0,7)]:void 0),this.clock.textContent=n.value.time.toFixed(3)+" s",document.body.dataset.frames=String(Number(document.body.dataset.frames??0)+1),this.status.className="",this.status.textContent=n.value.lag?"the machine is too slow for this speed":"in real time; drag a link to pull it"})}recorder;film(){if(this.recorder){this.recorder.stop();return}if(!("MediaRecorder"in window))return this.fail("this browser cannot record a video");let e=[],t=new MediaRecorder(this.view.canvas.captureStream(60));t.ondataavailable=n=>e.push(n.data),t.onstop=()=>{this.recorder=void 0,this.record.textContent="Record",dy(new Blob(e,{type:t.mimeType}),this.stage.robot+".webm")},t.start(),this.recorder=t,this.record.textContent="Stop recording"}fillTuning(){let e=de("ol",{class:"costs",id:"costs"}),t=de("div",{}),n=de("button",{id:"tune",onclick:()=>{if(n.textContent==="Stop"){this.engine.send({ask:"halt"},()=>{});return}n.textContent="Stop",e.replaceChildren(),t.replaceChildren();let i=1/0;this.engine.send({ask:"tune",set:this.knobs.set()},r=>{if(r.error)return n.textContent="Search",this.fail(r.error);let o=r.value;if(o.least!==null&&o.least<i&&(i=o.least,e.prepend(de("li",{value:o.runs},`cost ${ln(o.least)}`))),this.status.className="",this.status.textContent=`candidate ${o.runs} of ${o.of}, least cost ${ln(o.least)}`,!o.done||(n.textContent="Search",!o.report))return;let a=o.report.free.map(l=>[l.path,l.before,l.after,l.at_bound??""]);t.replaceChildren(Ua(["number","before","after","at bound"],a,"found"),de("button",{id:"take",onclick:()=>this.knobs.put([...this.knobs.set().filter(l=>!o.report.free.some(c=>c.path===l.path)),...o.report.free.map(l=>({path:l.path,value:l.after}))])},"Turn the knobs there"))})}},"Search");this.tuning.replaceChildren(de("div",{class:"bar"},n),t,e)}showFile(){this.engine.send({ask:"text",set:this.knobs.set()},e=>this.file.textContent=e.error??e.value.text)}save(e,t){this.engine.send({ask:e,set:this.knobs.set()},n=>{if(n.error)return this.fail(n.error);dy(new Blob([n.value.text],{type:"text/plain"}),n.value.name??this.stage.robot+t)})}findKnob(e){return new Promise((t,n)=>this.engine.send({ask:"knob",path:e,set:this.knobs.set()},i=>i.error?n(new Error(i.error)):t(i.value)))}note(e){this.notes.replaceChildren(...[...new Set(e??[])].slice(0,12).map(t=>de("li",{},t))),this.notes.isConnected||this.panels.after(this.notes)}fail(e){document.body.dataset.state="failed",this.status.className="fault",this.status.textContent=e}key(e){if(!e.target.closest("input, select, button, textarea, summary")){if(e.key===" ")this.toggle();else if(e.key==="ArrowRight")this.stepOn(1);else if(e.key==="ArrowLeft")this.stepOn(-1);else if(e.key==="Home")this.seek(0);else if(e.key==="End")this.seek(1/0);else return;e.preventDefault()}}values(e){return Array.from(this.run?.get(e)??[])}angle(e){return this.view.angle(e)}};function dy(s,e){let t=de("a",{href:URL.createObjectURL(s),download:e});t.click(),setTimeout(()=>URL.revokeObjectURL(t.href),1e3)}var yA=ArrayBuffer,mn=Uint8Array,Pu=Uint16Array,xA=Int16Array;var Iu=Int32Array,Dp=function(s,e,t){if(mn.prototype.slice)return mn.prototype.slice.call(s,e,t);(e==null||e<0)&&(e=0),(t==null||t>s.length)&&(t=s.length);var n=new mn(t-e);return n.set(s.subarray(e,t)),n},Hl=function(s,e,t,n){if(mn.prototype.fill)return mn.prototype.fill.call(s,e,t,n);for((t==null||t<0)&&(t=0),(n==null||n>s.length)&&(n=s.length);t<n;++t)s[t]=e;return s},vA=function(s,e,t,n){if(mn.prototype.copyWithin)return mn.prototype.copyWithin.call(s,e,t,n);for((t==null||t<0)&&(t=0),(n==null||n>s.length)&&(n=s.length);t<n;)s[e++]=s[t++]};var bA=["invalid zstd data","window size too large (>2046MB)","invalid block type","FSE accuracy too high","match distance too far back","unexpected EOF"],Tn=function(s,e,t){var n=new Error(e||bA[s]);if(n.code=s,Error.captureStackTrace&&Error.captureStackTrace(n,Tn),!t)throw n;return n},fy=function(s,e,t){for(var n=0,i=0;n<t;++n)i|=s[e++]<<(n<<3);return i},SA=function(s,e){return(s[e]|s[e+1]<<8|s[e+2]<<16|s[e+3]<<24)>>>0},MA=function(s,e){var t=s[0]|s[1]<<8|s[2]<<16;if(t==3126568&&s[3]==253){var n=s[4],i=n>>5&1,r=n>>2&1,o=n&3,a=n>>6;n&8&&Tn(0);var l=6-i,c=o==3?4:o,h=fy(s,l,c);l+=c;var u=a?1<<a:i,d=fy(s,l,u)+(a==1&&256),f=d;if(!i){var p=1<<10+(s[5]>>3);f=p+(p>>3)*(s[5]&7)}f>2145386496&&Tn(1);var _=new mn((e==1?d||f:e?0:f)+12);return _[0]=1,_[4]=4,_[8]=8,{b:l+u,y:0,l:0,d:h,w:e&&e!=1?e:_.subarray(12),e:f,o:new Iu(_.buffer,0,3),u:d,c:r,m:Math.min(131072,f)}}else if((t>>4|s[3]<<20)==25481893)return SA(s,4)+8;Tn(0)},ro=function(s){for(var e=0;1<<e<=s;++e);return e-1},Gl=function(s,e,t){var n=(e<<3)+4,i=(s[e]&15)+5;i>t&&Tn(3);for(var r=1<<i,o=r,a=-1,l=-1,c=-1,h=r,u=new yA(512+(r<<2)),d=new xA(u,0,256),f=new Pu(u,0,256),p=new Pu(u,512,r),_=512+(r<<1),m=new mn(u,_,r),g=new mn(u,_+r);a<255&&o>0;){var x=ro(o+1),M=n>>3,v=(1<<x+1)-1,T=(s[M]|s[M+1]<<8|s[M+2]<<16)>>(n&7)&v,b=(1<<x)-1,y=v-o-1,w=T&b;if(w<y?(n+=x,T=w):(n+=x+1,T>b&&(T-=y)),d[++a]=--T,T==-1?(o+=T,m[--h]=a):o-=T,!T)do{var I=n>>3;l=(s[I]|s[I+1]<<8)>>(n&7)&3,n+=2,a+=l}while(l==3)}(a>255||o)&&Tn(0);for(var P=0,C=(r>>1)+(r>>3)+3,U=r-1,k=0;k<=a;++k){var L=d[k];if(L<1){f[k]=-L;continue}for(c=0;c<L;++c){m[P]=k;do P=P+C&U;while(P>=h)}}for(P&&Tn(0),c=0;c<r;++c){var B=f[m[c]]++,O=g[c]=i-ro(B);p[c]=(B<<O)-r}return[n+7>>3,{b:i,s:m,n:g,t:p}]},wA=function(s,e){var t=0,n=-1,i=new mn(292),r=s[e],o=i.subarray(0,256),a=i.subarray(256,268),l=new Pu(i.buffer,268);if(r<128){var c=Gl(s,e+1,6),h=c[0],u=c[1];e+=r;var d=h<<3,f=s[e];f||Tn(0);for(var p=0,_=0,m=u.b,g=m,x=(++e<<3)-8+ro(f);x-=m,!(x<d);){var M=x>>3;if(p+=(s[M]|s[M+1]<<8)>>(x&7)&(1<<m)-1,o[++n]=u.s[p],x-=g,x<d)break;M=x>>3,_+=(s[M]|s[M+1]<<8)>>(x&7)&(1<<g)-1,o[++n]=u.s[_],m=u.n[p],p=u.t[p],g=u.n[_],_=u.t[_]}++n>255&&Tn(0)}else{for(n=r-127;t<n;t+=2){var v=s[++e];o[t]=v>>4,o[t+1]=v&15}++e}var T=0;for(t=0;t<n;++t){var b=o[t];b>11&&Tn(0),T+=b&&1<<b-1}var y=ro(T)+1,w=1<<y,I=w-T;for(I&I-1&&Tn(0),o[n++]=ro(I)+1,t=0;t<n;++t){var b=o[t];++a[o[t]=b&&y+1-b]}var P=new mn(w<<1),C=P.subarray(0,w),U=P.subarray(w);for(l[y]=0,t=y;t>0;--t){var k=l[t];Hl(U,t,k,l[t-1]=k+a[t]*(1<<y-t))}for(l[0]!=w&&Tn(0),t=0;t<n;++t){var L=o[t];if(L){var B=l[L];Hl(C,t,B,l[L]=B+(1<<y-L))}}return[e,{n:U,b:y,s:C}]},TA=Gl(new mn([81,16,99,140,49,198,24,99,12,33,196,24,99,102,102,134,70,146,4]),0,6)[1],EA=Gl(new mn([33,20,196,24,99,140,33,132,16,66,8,33,132,16,66,8,33,68,68,68,68,68,68,68,68,36,9]),0,6)[1],AA=Gl(new mn([32,132,16,66,102,70,68,68,68,68,36,73,2]),0,5)[1],py=function(s,e){for(var t=s.length,n=new Iu(t),i=0;i<t;++i)n[i]=e,e+=1<<s[i];return n},Up=new mn(new Iu([0,0,0,0,16843009,50528770,134678020,202050057,269422093]).buffer,0,36),RA=py(Up,0),Fp=new mn(new Iu([0,0,0,0,0,0,0,0,16843009,50528770,117769220,185207048,252579084,16]).buffer,0,53),CA=py(Fp,3),Vl=function(s,e,t){var n=s.length,i=e.length,r=s[n-1],o=(1<<t.b)-1,a=-t.b;r||Tn(0);for(var l=0,c=t.b,h=(n<<3)-8+ro(r)-c,u=-1;h>a&&u<i;){var d=h>>3,f=(s[d]|s[d+1]<<8|s[d+2]<<16)>>(h&7);l=(l<<c|f)&o,e[++u]=t.s[l],h-=c=t.n[l]}(h!=a||u+1!=i)&&Tn(0)},PA=function(s,e,t){var n=6,i=e.length,r=i+3>>2,o=r<<1,a=r+o;Vl(s.subarray(n,n+=s[0]|s[1]<<8),e.subarray(0,r),t),Vl(s.subarray(n,n+=s[2]|s[3]<<8),e.subarray(r,o),t),Vl(s.subarray(n,n+=s[4]|s[5]<<8),e.subarray(o,a),t),Vl(s.subarray(n),e.subarray(a),t)},IA=function(s,e,t){var n,i=e.b,r=s[i],o=r>>1&3;e.l=r&1;var a=r>>3|s[i+1]<<5|s[i+2]<<13,l=(i+=3)+a;if(o==1)return i>=s.length?void 0:(e.b=i+1,t?(Hl(t,s[i],e.y,e.y+=a),t):Hl(new mn(a),s[i]));if(!(l>s.length)){if(o==0)return e.b=l,t?(t.set(s.subarray(i,l),e.y),e.y+=a,t):Dp(s,i,l);if(o==2){var c=s[i],h=c&3,u=c>>2&3,d=c>>4,f=0,p=0;h<2?u&1?d|=s[++i]<<4|(u&2&&s[++i]<<12):d=c>>3:(p=u,u<2?(d|=(s[++i]&63)<<4,f=s[i]>>6|s[++i]<<2):u==2?(d|=s[++i]<<4|(s[++i]&3)<<12,f=s[i]>>2|s[++i]<<6):(d|=s[++i]<<4|(s[++i]&63)<<12,f=s[i]>>6|s[++i]<<2|s[++i]<<10)),++i;var _=t?t.subarray(e.y,e.y+e.m):new mn(e.m),m=_.length-d;if(h==0)_.set(s.subarray(i,i+=d),m);else if(h==1)Hl(_,s[i++],m);else{var g=e.h;if(h==2){var x=wA(s,i);f+=i-(i=x[0]),e.h=g=x[1]}else g||Tn(0);(p?PA:Vl)(s.subarray(i,i+=f),_.subarray(m),g)}var M=s[i++];if(M){M==255?M=(s[i++]|s[i++]<<8)+32512:M>127&&(M=M-128<<8|s[i++]);var v=s[i++];v&3&&Tn(0);for(var T=[EA,AA,TA],b=2;b>-1;--b){var y=v>>(b<<1)+2&3;if(y==1){var w=new mn([0,0,s[i++]]);T[b]={s:w.subarray(2,3),n:w.subarray(0,1),t:new Pu(w.buffer,0,1),b:0}}else y==2?(n=Gl(s,i,9-(b&1)),i=n[0],T[b]=n[1]):y==3&&(e.t||Tn(0),T[b]=e.t[b])}var I=e.t=T,P=I[0],C=I[1],U=I[2],k=s[l-1];k||Tn(0);var L=(l<<3)-8+ro(k)-U.b,B=L>>3,O=0,G=(s[B]|s[B+1]<<8)>>(L&7)&(1<<U.b)-1;B=(L-=C.b)>>3;var ne=(s[B]|s[B+1]<<8)>>(L&7)&(1<<C.b)-1;B=(L-=P.b)>>3;var Y=(s[B]|s[B+1]<<8)>>(L&7)&(1<<P.b)-1;for(++M;--M;){var K=U.s[G],$=U.n[G],le=P.s[Y],ie=P.n[Y],q=C.s[ne],se=C.n[ne];B=(L-=q)>>3;var ee=1<<q,re=ee+((s[B]|s[B+1]<<8|s[B+2]<<16|s[B+3]<<24)>>>(L&7)&ee-1);B=(L-=Fp[le])>>3;var pe=CA[le]+((s[B]|s[B+1]<<8|s[B+2]<<16)>>(L&7)&(1<<Fp[le])-1);B=(L-=Up[K])>>3;var Ne=RA[K]+((s[B]|s[B+1]<<8|s[B+2]<<16)>>(L&7)&(1<<Up[K])-1);if(B=(L-=$)>>3,G=U.t[G]+((s[B]|s[B+1]<<8)>>(L&7)&(1<<$)-1),B=(L-=ie)>>3,Y=P.t[Y]+((s[B]|s[B+1]<<8)>>(L&7)&(1<<ie)-1),B=(L-=se)>>3,ne=C.t[ne]+((s[B]|s[B+1]<<8)>>(L&7)&(1<<se)-1),re>3)e.o[2]=e.o[1],e.o[1]=e.o[0],e.o[0]=re-=3;else{var je=re-(Ne!=0);je?(re=je==3?e.o[0]-1:e.o[je],je>1&&(e.o[2]=e.o[1]),e.o[1]=e.o[0],e.o[0]=re):re=e.o[0]}for(var b=0;b<Ne;++b)_[O+b]=_[m+b];O+=Ne,m+=Ne;var Ue=O-re;if(Ue<0){var st=-Ue,ht=e.e+Ue;st>pe&&(st=pe);for(var b=0;b<st;++b)_[O+b]=e.w[ht+b];O+=st,pe-=st,Ue=0}for(var b=0;b<pe;++b)_[O+b]=_[Ue+b];O+=pe}if(O!=m)for(;m<_.length;)_[O++]=_[m++];else O=_.length;t?e.y+=O:_=Dp(_,0,O)}else if(t){if(e.y+=d,m)for(var b=0;b<d;++b)_[b]=_[m+b]}else m&&(_=Dp(_,m));return e.b=l,_}Tn(2)}},LA=function(s,e){if(s.length==1)return s[0];for(var t=new mn(e),n=0,i=0;n<s.length;++n){var r=s[n];t.set(r,i),i+=r.length}return t};function my(s,e){for(var t=[],n=+!e,i=0,r=0;s.length;){var o=MA(s,n||e);if(typeof o=="object"){for(n?(e=null,o.w.length==o.u&&(t.push(e=o.w),r+=o.u)):(t.push(e),o.e=0);!o.l;){var a=IA(s,o,e);a||Tn(5),e?o.e=o.y:(t.push(a),r+=a.length,vA(o.w,0,a.length),o.w.set(a,o.w.length-a.length))}i=o.b+o.c*4}else i=o;s=s.subarray(i)}return LA(t,r)}function gy(s){let e=new Uint8Array(Math.ceil(s.length/5)*4+4*(s.split("z").length-1)),[t,n,i]=[0,0,0],r=o=>{for(let a=0;a<o;a++)e[t++]=n/2**(24-8*a)&255;n=i=0};for(let o=0;o<s.length;o++){let a=s.charCodeAt(o);a===122?r(4):a>32&&(n=n*85+(a===118?60:a)-33,++i===5&&r(4))}if(i){let o=i-1;for(;i<5;i++)n=n*85+84;r(o)}return e.subarray(0,t)}async function _y(s,e){let t=JSON.parse(s.textContent),n=document.getElementById("worker").textContent,i=new Worker(URL.createObjectURL(new Blob([n],{type:"text/javascript"}))),r={};for(let h in t.files)r[h]=NA(t.files[h]);let o=new pc(i),a=async h=>{let u=r[t.meshes[h]];if(!u)throw new Error(h+" is not in this page");return u.slice().buffer},l=new xa(o,a,e),c=my(gy(document.getElementById("engine").textContent));return i.postMessage({program:c,files:r,scenario:t.scenario},[c.buffer]),l}function NA(s){let e=atob(s),t=new Uint8Array(e.length);for(let n=0;n<e.length;n++)t[n]=e.charCodeAt(n);return t}delete Object.prototype.__proto__;var yy=document.getElementById("app"),xy=document.getElementById("boot");if(xy)_y(xy,yy).then(s=>window.kinetree=s);else{let s=async e=>{let t=new URL("mesh"+location.search,location.href);t.searchParams.set("name",e);let n=await fetch(t);if(!n.ok)throw new Error(await n.text());return n.arrayBuffer()};window.kinetree=new xa(new fc,s,yy)}})();
/*! Bundled license information:

three/build/three.core.js:
three/build/three.module.js:
  (**
   * @license
   * Copyright 2010-2026 Three.js Authors
   * SPDX-License-Identifier: MIT
   *)
*/
