/** A link stands alone, as a button and with its address. */
export interface MailLink {
  readonly link: string;
  readonly words: string;
}

/** The words of a mail, in paragraphs; a list stands as one. */
export interface MailWords {
  readonly subject: string;
  readonly paragraphs: readonly (string | readonly string[] | MailLink)[];
  /** A last line with a link that is none of what the mail is about. */
  readonly footer?: MailLink;
}

/** As text and as HTML, which say the same. HTML without images or scripts, readable in the dark. */
export function renderMail({ subject, paragraphs, footer }: MailWords): {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
} {
  const text = [...paragraphs.map((part) => toText(part)), ...(footer ? [toText(footer)] : [])];
  const parts = [...paragraphs.map((part) => toHtml(part)), ...(footer ? [toFooter(footer)] : [])];
  const html = [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(subject)}</title>`,
    '<style>:root { color-scheme: light dark; } body { font: 16px/1.5 system-ui, sans-serif; margin: 24px auto; max-width: 34rem; padding: 0 16px; }</style>',
    '</head>',
    `<body>${parts.join('\n')}</body>`,
    '</html>',
  ].join('\n');
  return { subject, text: `${text.join('\n\n')}\n`, html };
}

function toText(part: MailWords['paragraphs'][number]): string {
  if (typeof part === 'string') return part;
  return 'link' in part ? `${part.words}:\n${part.link}` : part.map((item) => `- ${item}`).join('\n');
}

function toHtml(part: MailWords['paragraphs'][number]): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`;
  if (!('link' in part)) return `<ul>${part.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
  const link = escapeHtml(part.link);
  const button = `<a href="${link}" rel="noreferrer" style="display:inline-block;padding:12px 20px;border:2px solid;border-radius:8px;font-weight:600;text-decoration:none">${escapeHtml(part.words)}</a>`;
  return `<p>${button}</p>\n<p>Or open this address: <span style="overflow-wrap:anywhere">${link}</span></p>`;
}

function toFooter({ link, words }: MailLink): string {
  const address = escapeHtml(link);
  return `<p>${escapeHtml(words)}: <a href="${address}" rel="noreferrer" style="overflow-wrap:anywhere">${address}</a></p>`;
}

export function escapeHtml(text: string): string {
  const names: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (letter) => names[letter] ?? letter);
}
