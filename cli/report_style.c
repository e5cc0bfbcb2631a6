/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The style of the page. The colours of curves are those of Okabe and Ito ("Color Universal Design", 2008), which people
 * with any kind of colour vision can tell apart, shaded for the contrast that lines need on white and on black. Pictures
 * name them as variables, so that they follow the theme. */
#include "report.h"

#define DARK_COLOURS                                                                                         \
    "--bg:#15181c;--fg:#e4e6e8;--soft:#a4abb3;--line:#343a42;--box:#1c2026;--axis:#8d959e;--grid:#353c45;"       \
    "--link:#7cc0f0;--c1:#56b4e9;--c2:#f0803c;--c3:#2fc79a;--c4:#e3a0c8;--c5:#f0c23c;--c6:#a5b4ff;--c7:#e4e6e8;--c8:#f2ea7a;"
#define LIGHT_COLOURS                                                                                        \
    "--bg:#ffffff;--fg:#1b1f24;--soft:#5a636d;--line:#d5dae0;--box:#f6f8fa;--axis:#6a737d;--grid:#dfe3e8;"       \
    "--link:#0060a8;--c1:#0072b2;--c2:#d55e00;--c3:#009e73;--c4:#c45f9c;--c5:#b98500;--c6:#56b4e9;--c7:#1b1f24;--c8:#8a8000;"

const char page_style[] =
    ":root{color-scheme:light dark;" LIGHT_COLOURS "}\n"
    "@media (prefers-color-scheme:dark){:root{" DARK_COLOURS "}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;padding:1.5rem clamp(.8rem,3vw,2.5rem) 4rem;max-width:1400px;background:var(--bg);color:var(--fg);"
    "font:16px/1.5 system-ui,-apple-system,\"Segoe UI\",\"DejaVu Sans\",sans-serif;overflow-wrap:break-word}\n"
    "h1{font-size:1.7rem;line-height:1.2;margin:.4em 0}\n"
    "h2{font-size:1.35rem;margin:2.6rem 0 .4rem;padding-top:1rem;border-top:1px solid var(--line)}\n"
    "h3{font-size:1.02rem;margin:0 0 .5rem}\n"
    "a{color:var(--link)}\n"
    "p{margin:.5em 0}\n"
    "header p,.lead{max-width:75ch}\n"
    "nav{font-size:.9rem}\n"
    ".from{color:var(--soft);font-size:.8rem;line-height:1.4}\n"
    ".note{border-left:4px solid var(--c2);padding:.3rem .8rem;background:var(--box);max-width:75ch}\n"
    "nav ul{margin:.2rem 0;padding-left:1.2rem}\n"
    "nav>ul{padding-left:0;list-style:none;columns:3 22rem;column-gap:2rem}\n"
    "nav>ul>li{margin:0 0 .6rem;break-inside:avoid}\n"
    ".figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,520px),1fr));gap:1.4rem;"
    "align-items:start}\n"
    "figure{margin:0;padding:1rem;border:1px solid var(--line);border-radius:6px;background:var(--box);min-width:0;"
    "break-inside:avoid}\n"
    "figure.full{grid-column:1/-1}\n"
    "figcaption{font-size:.92rem}\n"
    ".plot svg{display:block;width:100%;height:auto}\n"
    ".full .plot svg{max-width:1000px}\n"
    ".plot g,.plot tspan{font-family:inherit}\n"
    ".narrow{display:none}\n"
    "@media screen and (max-width:560px){.wide{display:none}.narrow{display:block}figure{padding:.7rem}}\n"
    ".scroll{overflow:auto;max-height:26rem;margin:.5rem 0;border:1px solid var(--line)}\n"
    ".full>.scroll{max-height:none}\n"
    "table{border-collapse:collapse;font-size:.8rem;font-variant-numeric:tabular-nums;background:var(--bg)}\n"
    "th,td{padding:.2rem .6rem;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}\n"
    "th{position:sticky;top:0;background:var(--box);vertical-align:bottom;white-space:normal;"
    "max-width:12rem;line-height:1.25}\n"
    ".t{text-align:left}\n"
    ".long{min-width:8.2rem}\n"
    "summary{cursor:pointer;font-size:.88rem;color:var(--link)}\n"
    "@media print{:root{" LIGHT_COLOURS "color-scheme:light}body{padding:0;max-width:none;font-size:11pt}"
    "details,nav{display:none}.plot svg,.full .plot svg{max-width:13.5cm}"
    "table{font-size:7pt}th,td{padding:.1rem .3rem;white-space:normal}.long{min-width:0}"
    ".scroll{overflow:visible;max-height:none}figure{border:0;padding:0;background:none}"
    ".figures{display:block}figure{margin-bottom:1.2rem}"
    "h2{break-after:avoid}}\n";
