import { parseSync, Visitor, type ESTree } from 'vite';

/** What is changed: an operator, the sense of a condition, a wait, a way out, two arguments, a plain number or truth. */
export const mutantKinds = ['operator', 'condition', 'await', 'early return', 'arguments', 'value'] as const;
export type MutantKind = (typeof mutantKinds)[number];

/** One small change of a file. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly kind: MutantKind;
  readonly start: number;
  readonly end: number;
  readonly from: string;
  readonly to: string;
}

const operators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
};

const logical: Readonly<Record<string, string>> = { '&&': '||', '||': '&&', '??': '&&' };

/** These say the same of two in either order. */
const symmetric = /(^|\.)(min|max|eq|memcmp|timingSafeEqual|Object\.is)$/;

/** Every change that is tried of a source text: operators, conditions, awaits, early returns, swapped arguments, plain values. */
export function mutantsIn(file: string, text: string): readonly Mutant[] {
  const { program, errors } = parseSync(file, text, { sourceType: 'module' });
  if (errors.length > 0) throw new Error(`${file} cannot be read`);
  const found: Mutant[] = [];
  /** Where the `1` and the `-1` end that answer a comparison: only their sign counts. */
  const orders = new Set<number>();
  const add = (kind: MutantKind, { start, end }: Span, to: string): void => {
    const line = text.slice(0, start).split('\n').length;
    found.push({ file, line, kind, start, end, from: text.slice(start, end), to });
  };
  const textOf = ({ start, end }: Span): string => text.slice(start, end);
  const between = (left: Span, right: Span, operator: string): Span => {
    const start = text.indexOf(operator, left.end);
    return start < 0 || start >= right.start
      ? { start: left.end, end: left.end }
      : { start, end: start + operator.length };
  };
  const condition = (test: Span): void => add('condition', test, `!(${textOf(test)})`);
  new Visitor({
    BinaryExpression: ({ left, right, operator }) => {
      const other = operators[operator];
      if (other !== undefined) add('operator', between(left, right, operator), other);
    },
    LogicalExpression: ({ left, right, operator }) => {
      const other = logical[operator];
      // Side by side, the two kinds need brackets.
      const isMixed = [left, right].some((side) => side.type === 'LogicalExpression');
      if (other !== undefined && !isMixed) add('operator', between(left, right, operator), other);
    },
    IfStatement: ({ test, consequent }) => {
      condition(test);
      if (consequent.type === 'ReturnStatement') add('early return', consequent, ';');
    },
    ConditionalExpression: ({ test, consequent, alternate }) => {
      condition(test);
      const isOrder = [consequent, alternate].some((side) => side.type === 'UnaryExpression' && side.operator === '-');
      for (const side of isOrder ? [consequent, alternate] : []) orders.add(side.end);
    },
    AwaitExpression: (node) => add('await', node, `(${textOf(node.argument)})`),
    CallExpression: (node) => {
      const [one, other] = node.arguments;
      if (!one || !other || !isPlain(one) || !isPlain(other) || textOf(one) === textOf(other)) return;
      if (symmetric.test(textOf(node.callee))) return;
      const gap = text.slice(one.end, other.start);
      add('arguments', { start: one.start, end: other.end }, `${textOf(other)}${gap}${textOf(one)}`);
    },
    Literal: (node) => {
      if (typeof node.value === 'boolean') add('value', node, String(!node.value));
      // One more or less of a thousand is no other rule.
      else if (typeof node.value === 'number')
        add('value', node, String(node.value < 10 ? node.value + 1 : node.value * 2));
    },
  }).visit(program);
  return found.filter(({ kind, start, end }) => end > start && !(kind === 'value' && orders.has(end)));
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function isPlain(node: ESTree.Argument): boolean {
  return node.type === 'Identifier' || node.type === 'MemberExpression';
}
