/** A link with its text. */
export interface MailLink {
  readonly label: string;
  readonly link: string;
}

/** A paragraph, with the page that shows more about it. */
export interface Sentence {
  readonly text: string;
  readonly link?: MailLink | undefined;
}

interface Page {
  readonly subject: string;
  readonly sentences: readonly Sentence[];
  readonly button: MailLink | undefined;
  readonly footer: MailLink | undefined;
}

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** Programs that know dark themes read this. All others show the inline styles, which are the light theme. */
const DARK = `
@media (prefers-color-scheme: dark) {
  .page { background: #14161c !important; }
  .card { background: #1d2027 !important; border-color: #343844 !important; }
  .title, .text { color: #eef0f4 !important; }
  .quiet { color: #a9afbd !important; }
  .link { color: #a5a3ff !important; }
}`;

/** Returns the HTML of a mail: a table, because many mail programs know no other layout, and styles in each element for the same reason. */
export function mailHtml({ subject, sentences, button, footer }: Page): string {
  const rows = [
    `<h1 class="title" style="margin:0 0 16px;font-size:20px;line-height:28px;color:#1b1f2a">${escapeHtml(subject)}</h1>`,
    ...sentences.map(paragraph),
    ...(button === undefined ? [] : [buttonOf(button)]),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${DARK}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f5f6f8">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f6f8"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;${FONT}">
<tr><td class="quiet" style="padding:0 4px 12px;font-size:14px;font-weight:600;color:#5b6272"><span style="display:inline-block;width:12px;height:12px;margin-right:8px;border-radius:3px;background:#4f46e5"></span>Churn Scoring Service</td></tr>
<tr><td class="card" style="padding:28px 24px;background:#ffffff;border:1px solid #e2e5eb;border-radius:12px">
${rows.join('\n')}
</td></tr>
${footer === undefined ? '' : `<tr><td style="padding:12px 4px 0;font-size:13px">${anchor(footer)}</td></tr>`}
</table>
</td></tr></table>
</body>
</html>
`;
}

const paragraph = ({ text, link }: Sentence): string =>
  `<p class="text" style="margin:0 0 14px;font-size:15px;line-height:23px;color:#2b303c">${escapeHtml(text)}${link === undefined ? '' : `<br>${anchor(link)}`}</p>`;

const buttonOf = ({ label, link }: MailLink): string =>
  `<p style="margin:22px 0 4px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:11px 18px;border-radius:8px;background:#4f46e5;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;

const anchor = ({ label, link }: MailLink): string =>
  `<a class="link" href="${escapeHtml(link)}" style="color:#4f46e5">${escapeHtml(label)}</a>`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
