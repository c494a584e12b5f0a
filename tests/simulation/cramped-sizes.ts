/** A number that only says how much is held, or done, at once: another one must change nothing that anybody sees. */
export interface CrampedSize {
  readonly file: string;
  readonly name: string;
  readonly small: number;
}

const of = (file: string, sizes: Readonly<Record<string, number>>): readonly CrampedSize[] =>
  Object.entries(sizes).map(([name, small]) => ({ file, name, small }));

/** What a short schedule never fills, so small that each fills it. */
export const crampedSizes: readonly CrampedSize[] = [
  ...of('server/effects/changed-sessions.ts', { mostTold: 1, pieceRows: 1, pieceBytes: 100 }),
  ...of('server/effects/end-idle-sessions.ts', { mostPerStep: 1 }),
  ...of('server/effects/followed-place.ts', { mostRows: 2 }),
  ...of('server/effects/job-runner.ts', { mostActs: 1 }),
  ...of('server/effects/prune-log.ts', { rowsPerStep: 2 }),
  ...of('server/effects/audit-sealer.ts', { sealRows: 2 }),
  ...of('server/effects/traces.ts', { mostOpen: 1 }),
  ...of('server/effects/verify-chain.ts', { pageRows: 2 }),
  ...of('server/store/group-commit.ts', { groupSize: 2 }),
  ...of('server/store/kept-versions.ts', { mostRecords: 2, mostVersions: 1 }),
  ...of('server/store/long-readers.ts', { mostReaders: 1 }),
  ...of('server/store/member-cache.ts', { mostHeld: 3 }),
  ...of('server/store/record-cache.ts', { mostCharacters: 2000 }),
  ...of('server/store/scope-keys.ts', { cachedKeys: 1 }),
  ...of('server/store/sqlite-log.ts', { mostHeads: 2, shortBytes: 40 }),
  ...of('server/store/sqlite-store.ts', { mostCommitMs: 0 }),
  ...of('server/sync/apply-mutations.ts', { knownUids: 1 }),
  ...of('server/sync/carry-office.ts', { stepRecords: 1 }),
  ...of('server/sync/derive-anew.ts', { stepRecords: 1 }),
  ...of('server/sync/draft-versions.ts', { mostPauses: 3 }),
  ...of('server/sync/open-boxes.ts', { mostOpenedKeys: 1 }),
  ...of('server/sync/page-lines.ts', { fewestRows: 1 }),
  ...of('server/sync/push-pieces.ts', { rowsPerPiece: 1, charactersPerPiece: 100 }),
  ...of('server/sync/read-changes.ts', { mostOutcomes: 1, mostAtOnce: 1, mostPageBytes: 1500 }),
  ...of('server/sync/read-records.ts', { stepsPerPiece: 1 }),
  ...of('server/sync/scope-access.ts', { leastRowsOfScope: 1 }),
  ...of('server/sync/sealed-page.ts', { blockBytes: 300, firstBlockBytes: 40 }),
  ...of('server/sync/take-push.ts', { waitingPerPiece: 1 }),
  ...of('sync/client/heal/heal-record.ts', { mostAtOnce: 1 }),
  ...of('sync/client/heal/seal-anew.ts', { pageRows: 2 }),
  ...of('sync/client/pull/apply-pull.ts', { fewRecords: 1 }),
  ...of('sync/client/pull/page-pipeline.ts', { sealAheadFrom: 1 }),
  ...of('sync/client/pull/recount.ts', { pageRows: 2 }),
  ...of('sync/client/push/push-loop.ts', { pushesPerCycle: 1 }),
  ...of('sync/client/read/scope-hints.ts', { mostHints: 1 }),
  ...of('sync/client/read/seen-rows.ts', { fewPending: 1 }),
  ...of('sync/client/replica/claim-replica.ts', { pageRows: 2 }),
  ...of('sync/client/replica/utf8-scratch.ts', { firstBytes: 8 }),
  ...of('sync/core/wall-clock.ts', { mostFormats: 1, mostInstants: 1 }),
  // What is told in turns, one at a time, needs more of them.
  ...of('tests/simulation/world.ts', { healingMs: 400_000 }),
  ...of('sync/store/indexeddb-meta-rows.ts', { worthOne: 1 }),
  ...of('sync/store/row-memory.ts', { maxRows: 4, maxAtOnce: 3, maxBytes: 700 }),
  ...of('sync/store/store-change.ts', { maxKeys: 2, maxToldRows: 1, maxToldBytes: 900 }),
];
