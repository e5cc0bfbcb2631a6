/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The style of the page. The colours of kinds, --c1 to --c8, are those of Okabe and Ito ("Color Universal Design", 2008),
 * which people with any kind of colour vision can distinguish; --s1 to --s7 are steps of an ordered quantity, light to dark
 * on white and the reverse on black. All have enough contrast for lines. Pictures use the colours as CSS variables, so they
 * follow the theme. */
#include "page.h"

#define DARK_COLOURS \
    "--bg:#15181c;--fg:#e4e6e8;--soft:#a4abb3;--line:#343a42;--box:#1c2026;--track:#2a3038;--axis:#8d959e;--grid:#353c45;" \
    "--link:#7cc0f0;--bad:#ff8a6a;" \
    "--c1:#4fa8e0;--c2:#f0803c;--c3:#2fc79a;--c4:#e3a0c8;--c5:#f0b93c;--c6:#8fd0f5;--c7:#c9ced4;--c8:#f2ea7a;" \
    "--s1:#ffd166;--s2:#ff9f5a;--s3:#ff7091;--s4:#d77bf0;--s5:#9f8cff;--s6:#6fc3ff;--s7:#5fe0d0;"
#define LIGHT_COLOURS \
    "--bg:#ffffff;--fg:#1b1f24;--soft:#5a636d;--line:#d5dae0;--box:#f6f8fa;--track:#e6eaef;--axis:#6a737d;--grid:#dfe3e8;" \
    "--link:#0060a8;--bad:#b32d00;" \
    "--c1:#0072b2;--c2:#d55e00;--c3:#00875f;--c4:#c0589a;--c5:#b07d00;--c6:#3b93cc;--c7:#4a525b;--c8:#857a00;" \
    "--s1:#b07d00;--s2:#d0561f;--s3:#c42f67;--s4:#8e2c94;--s5:#4f2fa8;--s6:#141b6b;--s7:#006d77;"

const char page_style[] =
    ":root{color-scheme:light dark;" LIGHT_COLOURS "}\n"
    "@media (prefers-color-scheme:dark){:root{" DARK_COLOURS "}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;padding:1.2rem clamp(.8rem,3vw,2.5rem) 4rem;max-width:1400px;background:var(--bg);color:var(--fg);"
    "font:16px/1.5 system-ui,-apple-system,\"Segoe UI\",\"DejaVu Sans\",sans-serif;overflow-wrap:break-word}\n"
    "h1{font-size:2.1rem;line-height:1.1;margin:.2em 0 .1em;letter-spacing:-.02em}\n"
    "h2{font-size:1.3rem;line-height:1.3;margin:2.4rem 0 .4rem;padding-top:1rem;border-top:1px solid var(--line)}\n"
    "h3{font-size:1.02rem;line-height:1.35;margin:0 0 .5rem}\n"
    "a{color:var(--link)}\n"
    "p{margin:.5em 0}\n"
    "sub,sup{line-height:0;font-size:.75em}\n"
    "code{font-size:.9em}\n"
    ".tagline{font-size:1.15rem;margin:.1em 0 .6em}\n"
    ".lead,nav>p{max-width:95ch}\n"
    ".from{color:var(--soft);font-size:.8rem;line-height:1.4}\n"
    ".note,.absent{border-left:4px solid var(--c2);padding:.3rem .8rem;background:var(--box);max-width:95ch}\n"
    ".absent{border-color:var(--line);color:var(--soft);grid-column:1/-1}\n"
    /* The first screen. */
    "#machine>h2{margin-top:.8rem}\n"
    ".cards{grid-column:1/-1;display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr));gap:1rem}\n"
    ".card{border:1px solid var(--line);border-top:4px solid var(--s5);border-radius:6px;"
    "padding:.6rem 1rem;background:var(--box);min-width:0}\n"
    ".card.digest{border-top-color:var(--c3)}\n"
    ".card.bad{border-top-color:var(--bad)}\n"
    ".card:last-child{border-top-color:var(--c2)}\n"
    ".card strong{display:block;font-size:1.75rem;line-height:1.3}\n"
    ".card.digest strong{font-family:ui-monospace,\"DejaVu Sans Mono\",monospace;font-size:1.5rem;line-height:1.517;"
    "letter-spacing:-.03em}\n"
    ".card p{margin:.1em 0 0;font-size:.9rem;line-height:1.4}\n"
    /* The contents. */
    "nav{font-size:.9rem}\n"
    "nav ul{margin:.2rem 0;padding-left:1.2rem}\n"
    "nav>ul{padding-left:0;list-style:none;columns:3 20rem;column-gap:2.5rem}\n"
    "nav>ul>li{margin:0 0 .7rem;break-inside:avoid}\n"
    "nav>ul>li>a{font-weight:600}\n"
    /* Figures. */
    ".figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,520px),1fr));gap:1.4rem;"
    "align-items:start;margin-top:.8rem}\n"
    ".figures>.study{grid-column:1/-1;min-width:0}\n"
    "figure{margin:0;padding:1rem;border:1px solid var(--line);border-radius:6px;background:var(--box);min-width:0;"
    "break-inside:avoid}\n"
    "figure.full,figure:has(details[open]){grid-column:1/-1}\n"   /* opened tables get the full width */
    "figcaption{font-size:.92rem}\n"
    ".plot svg{display:block;width:100%;height:auto;max-width:660px;margin:0 auto}\n"
    ".full .plot svg{max-width:1000px}\n"
    ".plot g,.plot tspan{font-family:inherit}\n"
    ".narrow{display:none}\n"
    ".legend{display:flex;flex-wrap:wrap;gap:.15rem 1.1rem;list-style:none;"
    "margin:.3rem 0 .7rem;padding:0;font-size:.85rem}\n"
    ".legend li{display:flex;align-items:center;gap:.4rem;white-space:nowrap}\n"
    ".swatch{height:.875rem;flex:none}\n"
    ".patch{width:1.4rem;height:.65rem;background:var(--paint)}\n"
    ".light{opacity:.5}\n"
    /* Rows of bars. */
    ".bars{font-size:.85rem;line-height:1.25;margin:.2rem 0 .5rem}\n"
    ".row{display:grid;grid-template-columns:9.5rem 1fr;gap:.7rem;align-items:center;margin:.32rem 0}\n"
    ".row .name{display:flex;align-items:center;gap:.45rem;min-width:0;overflow-wrap:anywhere}\n"
    ".lines,.line{display:grid;gap:2px .7rem}\n"
    ".line{grid-template-columns:1fr 4.2rem;align-items:center}\n"
    ".value{text-align:right;font-variant-numeric:tabular-nums;font-size:.8rem;line-height:1}\n"
    ".track{position:relative;height:.8rem;background:var(--track);--paint:var(--c1)}\n"
    ".track i{position:absolute;top:0;bottom:0}\n"
    ".track .grid{border-left:1px solid var(--box)}\n"
    ".track .fill{background:var(--paint);min-width:1px}\n"
    ".track .thin{top:calc(50% - 1px);bottom:auto;height:2px;background:var(--paint)}\n"
    ".track .tick{top:-2px;bottom:-2px;border-left:2px solid var(--fg);margin-left:-1px;outline:1px solid var(--box)}\n"
    ".scale .track{background:none;height:1rem}\n"
    ".scale .text{font-style:normal;font-size:.75rem;color:var(--soft);transform:translateX(-50%);white-space:nowrap}\n"
    ".scale .text:first-child{transform:none}.scale .text:last-child{transform:translateX(-100%)}\n"
    ".scale .value{color:var(--soft);font-size:.75rem}\n"
    /* Tables. */
    ".scroll{overflow:auto;max-height:26rem;margin:.5rem 0;border:1px solid var(--line)}\n"
    ".full>.scroll{max-height:none}\n"
    ".full>.scroll>table{width:100%}\n"
    "table{border-collapse:collapse;font-size:.8rem;font-variant-numeric:tabular-nums;background:var(--bg)}\n"
    "th,td{padding:.2rem .6rem;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}\n"
    "th{position:sticky;top:0;background:var(--box);vertical-align:bottom;white-space:normal;"
    "max-width:12rem;line-height:1.25}\n"
    ".t{text-align:left}\n"
    ".study th,.study td{padding:.15rem .45rem;font-size:.75rem}\n"
    ".long{min-width:6.5rem}\n"
    ".words{white-space:normal;min-width:9rem;max-width:19rem}\n"
    "summary{cursor:pointer;font-size:.88rem;color:var(--link)}\n"
    "@media screen and (max-width:560px){.wide{display:none}.narrow{display:block}figure{padding:.7rem}"
    ".scale .text:nth-child(even){display:none}.scale .text:last-child{display:inline}"
    ".row{grid-template-columns:7.8rem 1fr;gap:.4rem}.row .name{gap:.3rem}"
    ".line{grid-template-columns:1fr 3.1rem;gap:2px .3rem}"
    ".study .plot{overflow-x:auto}.study .plot svg{min-width:600px}"
    ".card strong{font-size:1.5rem}.card.digest strong{font-size:1.3rem}th,td{padding:.2rem .4rem}}\n"
    "@media print{:root{" LIGHT_COLOURS "color-scheme:light}body{padding:0;max-width:none;font-size:11pt}"
    "*{print-color-adjust:exact;-webkit-print-color-adjust:exact}"
    "details,nav{display:none}.plot svg,.full .plot svg{max-width:13.5cm}"
    "table{font-size:7pt}th,td{padding:.1rem .3rem;white-space:normal}.long,.words{min-width:0}"
    ".scroll{overflow:visible;max-height:none}figure{border:0;padding:0;background:none}"
    ".figures{display:block}figure{margin-bottom:1.2rem}"
    "h2{break-after:avoid}}\n";
