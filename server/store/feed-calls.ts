/** A calendar that another program fetches by a link. */
export interface FeedRow {
  readonly feedId: string;
  readonly sub: string;
  /** Of the link's secret its hash alone. */
  readonly tokenHash: string;
  /** 1: initials stand in it. */
  readonly initials: number;
  readonly createdAtMs: number;
  /** When it was fetched last; 0: never yet. */
  readonly fetchedAtMs: number;
}

export interface FeedCalls {
  putFeed(row: FeedRow): void;
  feedByToken(tokenHash: string): FeedRow | undefined;
  /** Of an account, the oldest first. */
  feedsOf(sub: string): readonly FeedRow[];
  /** Whether there was one. */
  endFeed(sub: string, feedId: string): boolean;
  endFeeds(sub: string): void;
}
