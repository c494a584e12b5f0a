import type { BrokenRule } from './broken-rule.ts';

const mutate = ['sync/client/write/mutate.test.ts'];
const write = ['sync/client/write/write.test.ts'];
const applyPull = ['sync/client/pull/apply-pull.test.ts'];
const push = ['sync/client/push/push.test.ts'];
const unsaved = ['src/lib/unsaved.test.ts'];
const workList = ['sync/client/status/work-list.test.ts'];
const sealedWork = ['sync/client/status/sealed-work.test.ts'];
const saver = ['src/forms/field-saver.test.ts', 'src/forms/field-saver-failures.test.ts'];

/** Rules on what a person wrote: from the screen to the outbox. */
export const brokenInOutbox: readonly BrokenRule[] = [
  {
    rule: 'OB-1',
    what: 'a change is called saved before it lies on stable storage',
    file: 'sync/client/write/write.ts',
    from: "return await replica.store.tx('strict', () => mutateOrKeep(",
    to: "return await replica.store.tx('relaxed', () => mutateOrKeep(",
    tests: mutate,
  },
  {
    rule: 'OB-1',
    what: 'the outbox row is written alone: the next pull will lay the overlay',
    file: 'sync/client/write/mutate.ts',
    from: "    { op: 'put', table: 'overlay', rows: overlayRows(replica, outcome.records, { mutation, overlay }) },\n    { op: 'put', table: 'outbox', rows: [row] },\n    putMeta('client',",
    to: "    { op: 'put', table: 'outbox', rows: [row] },\n    putMeta('client',",
    tests: mutate,
  },
  {
    rule: 'OB-1',
    what: 'each step of a save is a transaction of its own, overlay before outbox',
    file: 'sync/client/write/write.ts',
    from: "return await replica.store.tx('strict', () => mutateOrKeep(replica, { ...input, isRetry: attempt > 0 }, keeping));",
    to: `const body = mutateOrKeep(replica, { ...input, isRetry: attempt > 0 }, keeping);
      let step = body.next([]);
      while (!step.done) {
        const results = [];
        for (const command of step.value)
          results.push(
            (await replica.store.tx('strict', function* () {
              return yield [command];
            }))[0],
          );
        step = body.next(results);
      }
      return step.value;`,
    tests: mutate,
  },
  {
    rule: 'OB-2',
    what: 'a row leaves the outbox when the push was answered',
    file: 'sync/client/push/deliver-outbox.ts',
    from: "if (taken > mark.mark) yield [putMeta('mark', { mark: taken })];",
    to: "if (answer.mark > mark.mark) yield [putMeta('mark', { mark: taken }), { op: 'delete', table: 'outbox', keys: [outboxKey(taken)] }];",
    tests: push,
  },
  {
    rule: 'OB-2',
    what: 'what was refused goes to needs attention without its content',
    file: 'sync/client/pull/apply-pull.ts',
    from: 'return [attentionRow(replica, meta.uid, mutation ? { ...said, args: mutation.args, ctx: mutation.ctx } : said)];',
    to: 'return [attentionRow(replica, meta.uid, said)];',
    tests: applyPull,
  },
  {
    rule: 'OB-2',
    what: 'what was refused is dropped with the others',
    file: 'sync/client/pull/apply-pull.ts',
    from: "{ op: 'put', table: 'attention', rows: attention },",
    to: '',
    tests: applyPull,
  },
  {
    rule: 'OB-2',
    what: 'a page with refusals is written as loosely as any other',
    file: 'sync/client/pull/apply-pull.ts',
    from: "? 'strict' : 'relaxed';",
    to: "? 'relaxed' : 'relaxed';",
    tests: ['sync/client/lead/sync-engine.test.ts'],
  },
  {
    rule: 'OB-2',
    what: 'a look at a chart that was refused lies in needs attention for ever',
    file: 'sync/client/pull/apply-pull.ts',
    from: ' || isView(meta.name)) return [];',
    to: ') return [];',
    tests: ['sync/client/pull/apply-pull.test.ts'],
  },
  {
    rule: 'OB-2',
    what: 'a damaged row is left out of what waits',
    file: 'sync/client/status/work-list.ts',
    from: 'return meta && isView(meta.name) ? [] :',
    to: 'return meta === null || isView(meta.name) ? [] :',
    tests: ['sync/client/status/work-list.test.ts'],
  },
  {
    rule: 'OB-3',
    what: 'any editor of a field may rewrite what another one wrote',
    file: 'sync/client/write/mutate.ts',
    from: 'meta?.coalesceKey !== input.coalesceKey || meta.name !== input.name',
    to: 'meta?.name !== input.name',
    tests: mutate,
  },
  {
    rule: 'OB-3',
    what: 'what was typed over another version is rewritten too',
    file: 'sync/client/write/mutate.ts',
    from: 'if (Object.values(input.ctx.base).some((uid) => uid !== last.uid)) return null;',
    to: '',
    tests: mutate,
  },
  {
    rule: 'OB-3',
    what: 'a row is rewritten that may have left',
    file: 'sync/client/write/mutate.ts',
    from: 'last.id <= search.sentThrough || ',
    to: '',
    tests: mutate,
  },
  {
    rule: 'OB-3',
    what: 'a row is rewritten on which a later one was built',
    file: 'sync/client/write/mutate.ts',
    from: ' || last.loaded > last.id',
    to: '',
    tests: mutate,
  },
  {
    rule: 'OB-3',
    what: 'a rewritten row names the version typed on from, not the first one',
    file: 'sync/client/write/mutate.ts',
    from: 'ctx: { ...earlier.ctx, now: input.ctx.now, zone: input.ctx.zone },',
    to: 'ctx: { ...input.ctx, ids: earlier.ctx.ids },',
    tests: mutate,
  },
  {
    rule: 'OB-4',
    what: 'who types without a pause is never sent',
    file: 'sync/client/push/deliver-outbox.ts',
    from: 'Math.min(typingPauseMs - sinceLast, typingLimitMs - sinceFirst)',
    to: 'typingPauseMs - sinceLast',
    tests: mutate,
  },
  {
    rule: 'OB-4',
    what: 'other work waits behind what is typed',
    file: 'sync/client/push/deliver-outbox.ts',
    from: '!first || !last || metas.some((meta) => meta?.coalesceKey === undefined)',
    to: '!first || !last',
    tests: mutate,
  },
  {
    rule: 'OB-4',
    what: 'a rewritten row starts its 5 s anew',
    file: 'sync/client/write/mutate.ts',
    from: '    ...(since === undefined ? {} : { since }),\n',
    to: '',
    tests: mutate,
  },
  {
    rule: 'OB-4',
    what: 'every key is sent at once',
    file: 'sync/client/push/deliver-outbox.ts',
    from: 'const typingPauseMs = 1000;',
    to: 'const typingPauseMs = 0;',
    tests: mutate,
  },
  {
    rule: 'OB-5',
    what: '"not saved" is said without a look at the outbox',
    file: 'sync/client/write/write.ts',
    from: `      if (await wasSaved(replica, input.uid))
        return { kind: 'saved', uid: input.uid, ids: madeBy(replica, input), requested: true };
      if (attempt > 0 ||`,
    to: '      if (true ||',
    tests: mutate,
  },
  {
    rule: 'OB-5',
    what: 'a second attempt does not look whether the first one stands',
    file: 'sync/client/write/mutate.ts',
    from: 'if (input.isRetry && (yield* isInOutbox(input.uid))) {',
    to: 'if (false) {',
    tests: mutate,
  },
  {
    rule: 'NA-1',
    what: 'what was refused here is not kept',
    file: 'sync/client/write/write.ts',
    from: "{ op: 'put', table: 'attention', rows: [attentionRow(replica, keptAs, content)] },",
    to: '',
    tests: write,
  },
  {
    rule: 'NA-1',
    what: 'it is kept without its content',
    file: 'sync/client/write/write.ts',
    from: 'const content = { name, args, ctx, at: ctx.now,',
    to: 'const content = { name, at: ctx.now,',
    tests: write,
  },
  {
    rule: 'NA-1',
    what: 'every key typed into a signed note leaves an item',
    file: 'sync/client/write/write.ts',
    from: "{ op: 'delete', table: 'attention', keys: older.map((row) => row.k) },",
    to: '',
    tests: write,
  },
  {
    rule: 'NS-1',
    what: 'text is forgotten with the screen that showed it',
    file: 'src/lib/unsaved.ts',
    from: 'if (this.#shown.has(holder) || holder.hasUnsaved()) continue;',
    to: 'if (this.#shown.has(holder)) continue;',
    tests: unsaved,
  },
  {
    rule: 'NS-1',
    what: 'text is handed to whoever comes next',
    file: 'src/lib/unsaved.ts',
    from: 'holder.owner === owner && holder.key === key',
    to: 'holder.key === key',
    tests: unsaved,
  },
  {
    rule: 'NS-1',
    what: 'an update takes unsaved text with it',
    file: 'src/lib/update-source.ts',
    from: '    if (await this.#isHeld()) return;\n',
    to: '',
    tests: ['src/lib/update-source.test.ts'],
  },
  {
    rule: 'UP-1',
    what: 'only the tab that asked goes over to a new version',
    file: 'src/lib/update-source.ts',
    from: 'if (!(await this.#isHeld())) this.#reload();',
    to: 'await this.#isHeld();',
    tests: ['src/lib/update-source.test.ts'],
  },
  {
    rule: 'OF-1',
    what: 'a device whose app is not stored yet is called synced',
    file: 'src/model/work/sync-words.ts',
    from: 'if (!isReady) return',
    to: 'if (!isReady && !status.syncedAt) return',
    tests: ['src/model/work/sync-words.test.ts'],
  },
  {
    rule: 'NS-1',
    what: 'a text that waited is written as the change of whoever unlocked next',
    file: 'sync/client/orchid-client.ts',
    from: 'if (options?.owner !== undefined && options.owner !== this.#holder.unlocked.account.sub) return lockedResult;',
    to: '',
    tests: ['sync/client/session/sign-in-again.test.ts', 'sync/client/session/closed-client.test.ts'],
  },
  {
    rule: 'NS-2',
    what: 'what failed waits for its turn although storage works again',
    file: 'src/forms/field-saver.ts',
    from: '        this.storageWorks();\n',
    to: '',
    tests: saver,
  },
  {
    rule: 'NS-2',
    what: 'a failed save is not tried again once its screen has gone',
    file: 'src/forms/field-saver.ts',
    from: 'if (starts === this.#starts && !this.hasUnsaved()) this.stop();',
    to: 'if (starts === this.#starts) this.stop();',
    tests: saver,
  },
  {
    rule: 'WK-1',
    what: 'each pause in the typing counts as a change',
    file: 'sync/client/status/work-list.ts',
    from: 'thing: meta?.wrote[0] ?? row.k }',
    to: 'thing: row.k }',
    tests: workList,
  },
  {
    rule: 'WK-1',
    what: 'rows that name no record count as one',
    file: 'sync/client/status/work-list.ts',
    from: 'thing: meta?.wrote[0] ?? row.k }',
    to: "thing: meta?.wrote[0] ?? '' }",
    tests: workList,
  },
  {
    rule: 'WK-1',
    what: 'the sync page lists changes where the indicator counts things',
    file: 'src/features/account/sync/waiting-thing.ts',
    from: 'things.set(change.thing, [',
    to: 'things.set(change.uid, [',
    tests: ['src/features/account/sync/waiting-thing.test.ts'],
  },
  {
    rule: 'WK-2',
    what: 'one’s own work is said to be another account’s',
    file: 'sync/client/status/sealed-work.ts',
    from: '.filter(({ sub }) => sub !== openSub)',
    to: '.filter(() => openSub !== undefined)',
    tests: sealedWork,
  },
  {
    rule: 'WK-2',
    what: 'what the server has, without its outcome, is called unsent',
    file: 'sync/client/status/sealed-work.ts',
    from: 'const { undelivered } = await countWork(store);',
    to: 'const { waiting: undelivered } = await countWork(store);',
    tests: sealedWork,
  },
  {
    rule: 'WK-2',
    what: 'what was told first stands, whatever is delivered',
    file: 'sync/client/status/sealed-work.ts',
    from: 'if (isOfWork(change)) this.look();',
    to: 'void isOfWork(change);',
    tests: sealedWork,
  },
];
