interface Role {
  readonly account: string;
  readonly scope: string;
  readonly role: string;
}

/** Roles that end with a colleague's access to a chart. */
const colleagues: readonly string[] = ['treating', 'supervisor', 'scheduler'];

/** Who has which role where, kept in a list. Every chart of this world stands below its one practice. */
export class ExpectedRoles {
  #roles: readonly Role[];

  constructor(start: readonly Role[]) {
    this.#roles = start;
  }

  give(role: Role): void {
    this.end(role);
    this.#roles = [...this.#roles, role];
  }

  end({ account, scope, role }: Role): void {
    this.#roles = this.#roles.filter((one) => one.account !== account || one.scope !== scope || one.role !== role);
  }

  /** Ends all that a colleague has in a chart. */
  endAll(account: string, scope: string): void {
    for (const role of colleagues) this.end({ account, scope, role });
  }

  of(account: string, scope: string): readonly string[] {
    if (scope === `account:${account}`) return ['self'];
    const own = this.#in(account, scope);
    const above = this.#in(account, 'practice:p1').map((role) => `practice.${role}`);
    if (scope.startsWith('chart:')) return [...own, ...above];
    if (!scope.startsWith('person:')) return own;
    // A person stands below the chart whose name begins the person's.
    const chart = `chart:${scope.slice('person:'.length).split('.')[0] ?? ''}`;
    return [...own, ...this.#in(account, chart).map((role) => `chart.${role}`), ...above];
  }

  /** Whether anybody treats in a chart. */
  isTreated(scope: string): boolean {
    return this.#roles.some((one) => one.scope === scope && one.role === 'treating');
  }

  #in(account: string, scope: string): readonly string[] {
    return this.#roles.filter((one) => one.account === account && one.scope === scope).map(({ role }) => role);
  }
}
