import { parseSync, Visitor, type ESTree } from 'vite';

/**
 * What is changed: an operator, the sense of a condition, a wait, a way out, two arguments, a plain number or truth; and what a careless
 * hand leaves out or mixes up: a statement, half of a condition, the method beside the one meant, the order of two statements, what is to
 * be done also where something fails, the rest of a loop, a last argument, what answers a failure.
 */
export const mutantKinds = [
  'operator',
  'condition',
  'await',
  'early return',
  'arguments',
  'value',
  'statement',
  'half',
  'method',
  'order',
  'finally',
  'loop',
  'last argument',
  'handler',
] as const;
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

/** The method that is easily written for another. */
const methods: Readonly<Record<string, string>> = {
  min: 'max',
  max: 'min',
  push: 'unshift',
  unshift: 'push',
  shift: 'pop',
  pop: 'shift',
  some: 'every',
  every: 'some',
  find: 'findLast',
  findLast: 'find',
  allSettled: 'all',
  toSorted: 'slice',
  floor: 'ceil',
  ceil: 'floor',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  lowerBound: 'upperBound',
  upperBound: 'lowerBound',
};

/** Every change of {@link mutantKinds} that is tried of a source text. */
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
  const inOrder = (body: readonly ESTree.Node[]): void => {
    for (const [at, one] of body.entries()) {
      const next = body[at + 1];
      if (!next || textOf(one) === textOf(next)) continue;
      // What is read before a wait is another thing than what is read after it.
      const isRead = [one, next].every((part) => part.type === 'VariableDeclaration');
      const waits = [one, next].some((part) => /\b(await|yield)\b/.test(textOf(part)));
      if ((isStep(one) && isStep(next)) || (isRead && waits))
        add('order', { start: one.start, end: next.end }, `${textOf(next)} ${textOf(one)}`);
    }
  };
  new Visitor({
    ExpressionStatement: (node) => {
      if (isStep(node)) add('statement', node, ';');
    },
    BlockStatement: ({ body }) => inOrder(body),
    ContinueStatement: (node) => add('loop', node, 'break;'),
    BreakStatement: (node) => add('loop', node, 'continue;'),
    TryStatement: (node) => {
      if (!node.finalizer) return;
      const rest = node.handler ? `try ${textOf(node.block)} ${textOf(node.handler)}` : textOf(node.block);
      add('finally', node, `${rest} ${textOf(node.finalizer)}`);
    },
    MemberExpression: ({ property, computed }) => {
      const other = !computed && property.type === 'Identifier' ? methods[property.name] : undefined;
      if (other !== undefined) add('method', property, other);
    },
    BinaryExpression: ({ left, right, operator }) => {
      const other = operators[operator];
      if (other !== undefined) add('operator', between(left, right, operator), other);
    },
    LogicalExpression: (node) => {
      const { left, right, operator } = node;
      for (const side of [left, right]) add('half', node, `(${textOf(side)})`);
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
      const last = node.arguments.at(-1);
      const lastButOne = node.arguments.at(-2);
      if (last && lastButOne) add('last argument', { start: lastButOne.end, end: last.end }, '');
      for (const handler of handlersOf(node)) add('handler', handler, '() => undefined');
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
  return found.filter(
    ({ kind, start, end, from, to }) => end > start && from !== to && !(kind === 'value' && orders.has(end)),
  );
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** What is called where a promise fails. */
function handlersOf({ callee, arguments: given }: ESTree.CallExpression): readonly ESTree.Argument[] {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return [];
  const { name } = callee.property;
  const handler = name === 'catch' ? given[0] : name === 'then' ? given[1] : undefined;
  return handler ? [handler] : [];
}

/** A statement that does something and names nothing. */
function isStep(node: ESTree.Node): boolean {
  if (node.type !== 'ExpressionStatement') return false;
  const { expression } = node;
  const done = expression.type === 'AwaitExpression' ? expression.argument : expression;
  return ['CallExpression', 'AssignmentExpression', 'UpdateExpression', 'ChainExpression', 'UnaryExpression'].includes(
    done.type,
  );
}

function isPlain(node: ESTree.Argument): boolean {
  return node.type === 'Identifier' || node.type === 'MemberExpression';
}
