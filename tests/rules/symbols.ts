import { parseSync } from 'vite';

/** A declaration at the top of a file, or a member of a class there: `preparePush`, `SyncEngine`, `SyncEngine.#conclude`. */
export interface DeclaredSymbol {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** What a file declares; members come after their class. */
export function symbolsIn(file: string, text: string): readonly DeclaredSymbol[] {
  const { program, errors } = parseSync(file, text, { sourceType: 'module' });
  if (errors.length > 0) throw new Error(`${file} cannot be read`);
  return program.body.flatMap((statement) => {
    const isExported = statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration';
    const declared = isExported ? statement.declaration : statement;
    return declared ? namesOf(text, declared, statement) : [];
  });
}

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Declaration extends Span {
  readonly type: string;
}

function namesOf(text: string, node: Declaration, { start, end }: Span): readonly DeclaredSymbol[] {
  const found: DeclaredSymbol[] = [];
  if ('declarations' in node && Array.isArray(node.declarations)) {
    for (const one of node.declarations as readonly { readonly id: Span }[])
      found.push({ name: text.slice(one.id.start, one.id.end).split(':')[0] ?? '', start, end });
    return found;
  }
  const name = 'id' in node && node.id ? textOf(text, node.id as Span) : '';
  if (name === '') return [];
  found.push({ name, start, end });
  if (node.type !== 'ClassDeclaration' || !('body' in node)) return found;
  const { body } = node.body as { readonly body: readonly (Span & { readonly key?: Span | null })[] };
  for (const member of body)
    if (member.key) found.push({ name: `${name}.${textOf(text, member.key)}`, start: member.start, end: member.end });
  return found;
}

function textOf(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}
