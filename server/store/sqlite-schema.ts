import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The tables of `migrations/`, as Drizzle sees them. The SQL files are what is applied; `sqlite.test.ts` compares.
 * Switches are 0 and 1; instants are text, milliseconds integers.
 */
export const record = sqliteTable(
  'record',
  {
    collection: text('collection').notNull(),
    id: text('id').notNull(),
    scope: text('scope').notNull(),
    cls: text('cls').notNull(),
    version: integer('version').notNull(),
    shape: integer('shape').notNull(),
    sealed: integer('sealed').notNull(),
    body: blob('body', { mode: 'buffer' }).notNull(),
    stamps: text('stamps').notNull(),
  },
  (table) => [primaryKey({ columns: [table.collection, table.id] })],
);

export const recordIndex = sqliteTable(
  'record_index',
  {
    collection: text('collection').notNull(),
    idx: text('idx').notNull(),
    key: text('key').notNull(),
    id: text('id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.collection, table.idx, table.key, table.id] })],
);

export const recordHistory = sqliteTable(
  'record_history',
  {
    collection: text('collection').notNull(),
    id: text('id').notNull(),
    version: integer('version').notNull(),
    scope: text('scope').notNull(),
    cls: text('cls').notNull(),
    shape: integer('shape').notNull(),
    body: blob('body', { mode: 'buffer' }).notNull(),
    stamps: text('stamps').notNull(),
    at: text('at').notNull(),
    kept: text('kept').notNull().default('good'),
  },
  (table) => [primaryKey({ columns: [table.collection, table.id, table.version] })],
);

export const scopeKey = sqliteTable('scope_key', {
  scope: text('scope').primaryKey(),
  wrapped: blob('wrapped', { mode: 'buffer' }).notNull(),
});

export const member = sqliteTable(
  'member',
  {
    scope: text('scope').notNull(),
    principal: text('principal').notNull(),
    role: text('role').notNull(),
    active: integer('active').notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.principal, table.role] })],
);

export const access = sqliteTable(
  'access',
  {
    principal: text('principal').notNull(),
    scope: text('scope').notNull(),
    generation: integer('generation').notNull(),
    active: integer('active').notNull(),
  },
  (table) => [primaryKey({ columns: [table.principal, table.scope] })],
);

export const scopeParent = sqliteTable('scope_parent', {
  scope: text('scope').primaryKey(),
  parent: text('parent').notNull(),
});

export const log = sqliteTable(
  'log',
  {
    principal: text('principal').notNull(),
    collection: text('collection').notNull(),
    id: text('id').notNull(),
    seq: integer('seq').notNull(),
    version: integer('version').notNull(),
    scope: text('scope').notNull(),
    generation: integer('generation').notNull(),
    at: text('at').notNull(),
    gone: integer('gone').notNull(),
  },
  (table) => [primaryKey({ columns: [table.principal, table.collection, table.id] })],
);

export const head = sqliteTable('head', {
  principal: text('principal').primaryKey(),
  seq: integer('seq').notNull(),
  horizon: integer('horizon').notNull(),
});

export const principalSum = sqliteTable(
  'principal_sum',
  {
    principal: text('principal').notNull(),
    scope: text('scope').notNull(),
    collection: text('collection').notNull(),
    count: integer('count').notNull(),
    a: integer('a').notNull(),
    b: integer('b').notNull(),
  },
  (table) => [primaryKey({ columns: [table.principal, table.scope, table.collection] })],
);

export const client = sqliteTable('client', {
  clientId: text('client_id').primaryKey(),
  principal: text('principal').notNull(),
  mark: integer('mark').notNull(),
  highest: integer('highest').notNull(),
  deviceId: text('device_id').notNull(),
});

export const outcome = sqliteTable(
  'outcome',
  {
    clientId: text('client_id').notNull(),
    id: integer('id').notNull(),
    account: text('account').notNull(),
    uid: text('uid').notNull(),
    digest: text('digest').notNull(),
    outcome: text('outcome').notNull(),
    code: text('code').notNull(),
    confirmed: integer('confirmed').notNull(),
    copy: integer('copy').notNull(),
    detail: text('detail').notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.clientId, table.id] })],
);

export const depositKey = sqliteTable('deposit_key', {
  keyId: text('key_id').primaryKey(),
  principal: text('principal').notNull(),
  clientId: text('client_id').notNull(),
  deviceId: text('device_id').notNull(),
  serverKeyId: text('server_key_id').notNull(),
  sealed: text('sealed').notNull(),
  tokenHash: text('token_hash').notNull(),
  state: text('state').notNull(),
  created: text('created').notNull(),
  generation: integer('generation').notNull(),
  expiresAtMs: integer('expires_at').notNull(),
  rowsLeft: integer('rows_left').notNull(),
});

export const quarantine = sqliteTable(
  'quarantine',
  {
    clientId: text('client_id').notNull(),
    id: integer('id').notNull(),
    reason: text('reason').notNull(),
    keyId: text('key_id').notNull(),
    box: text('box').notNull(),
    at: text('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.clientId, table.id, table.reason] })],
);

/** Kept by triggers on `quarantine`. */
export const quarantineHeld = sqliteTable(
  'quarantine_held',
  {
    clientId: text('client_id').notNull(),
    reason: text('reason').notNull(),
    rows: integer('rows').notNull(),
    bytes: integer('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.clientId, table.reason] })],
);

export const account = sqliteTable('account', {
  sub: text('sub').primaryKey(),
  email: text('email').notNull(),
  emailKey: text('email_key').notNull(),
  userType: text('user_type').notNull(),
  kdf: text('kdf').notNull(),
  authHash: text('auth_hash').notNull(),
  bundle: text('bundle').notNull(),
  profile: text('profile').notNull(),
  created: text('created').notNull(),
  modified: text('modified').notNull(),
  withFactor: integer('with_factor').notNull(),
});

export const session = sqliteTable('session', {
  familyId: text('family_id').primaryKey(),
  sub: text('sub').notNull(),
  deviceId: text('device_id').notNull(),
  generation: integer('generation').notNull(),
  rotatedAtMs: integer('rotated_at').notNull(),
  seenGeneration: integer('seen_generation').notNull(),
  createdAtMs: integer('created_at').notNull(),
  activeAtMs: integer('active_at').notNull(),
  endsAtMs: integer('ends_at').notNull(),
  remembered: integer('remembered').notNull(),
  endedReason: text('ended_reason').notNull(),
});

export const accessToken = sqliteTable('access_token', {
  hash: text('hash').primaryKey(),
  familyId: text('family_id').notNull(),
  generation: integer('generation').notNull(),
  expiresAtMs: integer('expires_at').notNull(),
});

export const device = sqliteTable(
  'device',
  {
    sub: text('sub').notNull(),
    deviceId: text('device_id').notNull(),
    deviceKey: blob('device_key', { mode: 'buffer' }).notNull(),
    created: text('created').notNull(),
    signKey: text('sign_key').notNull(),
    resumes: integer('resumes').notNull(),
    nonce: text('nonce').notNull(),
    signedInAtMs: integer('signed_in_at').notNull(),
    withFactor: integer('with_factor').notNull(),
    name: text('name').notNull().default(''),
    lostAt: text('lost_at').notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.sub, table.deviceId] })],
);

export const job = sqliteTable('job', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  kind: text('kind').notNull(),
  payload: text('payload').notNull(),
  runAtMs: integer('run_at').notNull(),
  attempts: integer('attempts').notNull(),
  key: text('key').notNull().default(''),
  afterDate: text('after_date').notNull().default(''),
  dueAtMs: integer('due_at').notNull().default(0),
  zone: text('zone').notNull().default(''),
  error: text('error').notNull().default(''),
  dead: integer('dead').notNull().default(0),
});

export const audit = sqliteTable('audit', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  at: text('at').notNull(),
  actor: text('actor').notNull(),
  action: text('action').notNull(),
  subject: text('subject').notNull(),
  link: integer('link').notNull().default(0),
  hash: text('hash').notNull().default(''),
});

export const auditCheckpoint = sqliteTable('audit_checkpoint', {
  link: integer('link').primaryKey(),
  hash: text('hash').notNull(),
  at: text('at').notNull(),
  signature: text('signature').notNull(),
});

export const meta = sqliteTable('meta', { key: text('key').primaryKey(), value: text('value').notNull() });
