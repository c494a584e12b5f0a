/** The words of a mail, in paragraphs; a list stands as one. */
export interface MailWords {
  readonly subject: string;
  readonly paragraphs: readonly (string | readonly string[])[];
}

/** As text and as HTML, which say the same. HTML without images, links or scripts, readable in the dark. */
export function renderMail({ subject, paragraphs }: MailWords): {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
} {
  const text = paragraphs.map((part) => (typeof part === 'string' ? part : part.map((item) => `- ${item}`).join('\n')));
  const parts = paragraphs.map((part) =>
    typeof part === 'string'
      ? `<p>${escapeHtml(part)}</p>`
      : `<ul>${part.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`,
  );
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
