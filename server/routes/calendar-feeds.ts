import * as v from 'valibot';
import { toBase64Url } from '../../sync/core/base64url.ts';
import { toInstant } from '../../sync/core/instant.ts';
import { secret } from '../../sync/protocol/device-message.ts';
import { newId } from '../../sync/core/new-id.ts';
import { proveAgain, refuseUnproved } from '../auth/prove-again.ts';
import { hashToken } from '../auth/tokens.ts';
import { HttpError, notFound } from '../http-error.ts';
import type { Services } from '../services.ts';
import type { FeedRow } from '../store/feed-calls.ts';
import { call, type Plan } from '../store/port.ts';
import { refuseLost } from '../sync/hold-rows.ts';
import { readFeed } from '../sync/read-feed.ts';
import type { RouteRegistry } from './registry.ts';

const own = '/api/scheduler/v1/calendar_feed';
/** So many links an account has at most. */
const mostFeeds = 5;
/** That it was fetched is written down no more often. */
const fetchedEveryMs = 60_000;
/** 256 bits. */
const secretBytes = 32;

const feedRequest = v.object({
  /** Whether initials stand in the titles: whoever has the link, and the program that fetches it, reads them. */
  initials: v.boolean(),
  /** Whoever finds a screen open must not take a calendar along. */
  password: secret,
});

/** `/api/scheduler/v1/calendar_feed`: one's own calendar, for another program to fetch by a link that is shown once [FD-1]. */
export function addCalendarFeedRoutes(routes: RouteRegistry, services: Services): void {
  const { store, clock, random, registry } = services;

  routes.add({
    method: 'GET',
    path: own,
    audience: 'session',
    relation: "the caller's own calendar links, without what opens them",
    handle: async (c, { caller }) => {
      const feeds = await store.read(() => call('feedsOf', caller.session.sub));
      return c.json({ feeds: feeds.map((feed) => toShown(feed)) });
    },
  });

  routes.add({
    method: 'POST',
    path: own,
    audience: 'session',
    kind: 'push',
    relation: "a link to the caller's own calendar; the answer alone says it",
    body: feedRequest,
    handle: async (c, { caller, body }) => {
      const { sub } = caller.session;
      const proved = await proveAgain(services, c, caller.session, body.password);
      const key = toBase64Url(random.bytes(secretBytes));
      const feed: FeedRow = {
        feedId: newId(random),
        sub,
        tokenHash: hashToken(key),
        initials: body.initials ? 1 : 0,
        createdAtMs: clock.now(),
        fetchedAtMs: 0,
      };
      await store.write(function* (): Plan<void> {
        yield* refuseUnproved(caller.session, proved, feed.createdAtMs);
        yield* refuseLost(caller.session);
        if ((yield* call('feedsOf', sub)).length >= mostFeeds)
          throw new HttpError(409, `You have ${mostFeeds} calendar links. End one of them first.`);
        yield* call('putFeed', feed);
      });
      await services.traces.note({ actor: sub, action: 'feed.made', subject: { feed: feed.feedId } });
      return c.json({ ...toShown(feed), path: `${own}/file/${key}.ics` }, 201);
    },
  });

  routes.add({
    method: 'DELETE',
    path: `${own}/:id`,
    audience: 'session',
    kind: 'push',
    relation: "one of the caller's own calendar links, which opens nothing any more",
    handle: async (c, { caller }) => {
      const { sub } = caller.session;
      const feed = c.req.param('id') ?? '';
      if (!(await store.write(() => call('endFeed', sub, feed)))) throw notFound();
      await services.traces.note({ actor: sub, action: 'feed.ended', subject: { feed } });
      return c.json({ ok: true });
    },
  });

  routes.add({
    method: 'GET',
    path: `${own}/file/:name`,
    audience: 'public',
    kind: 'read',
    relation: 'the calendar of whose link it is: times, and titles that say nothing',
    handle: async (c) => {
      const [, key] = /^([A-Za-z0-9_-]{43})\.ics$/.exec(c.req.param('name') ?? '') ?? [];
      if (key === undefined) throw notFound();
      const nowMs = clock.now();
      const feed = await store.read(() => call('feedByToken', hashToken(key)));
      const account = feed && (await store.read(() => call('accountBySub', feed.sub)));
      if (!feed || !account) throw notFound();
      const context = { registry, principal: feed.sub };
      const asked = {
        sub: feed.sub,
        isProfessional: account.userType === 'orchid_pro',
        initials: feed.initials === 1,
        nowMs,
      };
      const file = await store.readInPieces(() => readFeed(context, asked), feed.sub);
      if (nowMs - feed.fetchedAtMs >= fetchedEveryMs) {
        // One that was ended while it was read stays ended.
        await store.write(function* (): Plan<void> {
          const still = yield* call('feedByToken', feed.tokenHash);
          if (still) yield* call('putFeed', { ...still, fetchedAtMs: nowMs });
        });
        await services.traces.note({ actor: feed.sub, action: 'feed.fetched', subject: { feed: feed.feedId } });
      }
      return c.body(file, 200, { 'content-type': 'text/calendar; charset=utf-8' });
    },
  });
}

function toShown({ feedId, initials, createdAtMs, fetchedAtMs }: FeedRow) {
  return {
    feed_id: feedId,
    initials: initials === 1,
    create_datetime: toInstant(createdAtMs),
    fetch_datetime: fetchedAtMs === 0 ? null : toInstant(fetchedAtMs),
  };
}
