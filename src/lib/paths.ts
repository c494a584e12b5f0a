/** Where one is in the product, judged by the path alone. */
export type Dashboard = 'pro' | 'member';

export function dashboardOf(path: string): Dashboard | null {
  if (path === '/pro-dashboard' || path.startsWith('/pro-dashboard/')) return 'pro';
  if (path === '/member-dashboard' || path.startsWith('/member-dashboard/')) return 'member';
  return null;
}

/** [C-348, C-350] Where an account lands after signing in without a deep link. */
export function homepageOf(
  userType: 'member' | 'orchid_pro',
): '/pro-dashboard/homepage' | '/member-dashboard/homepage' {
  return userType === 'orchid_pro' ? '/pro-dashboard/homepage' : '/member-dashboard/homepage';
}

/** Where the installed app opens: a professional's day, a client's home. */
export function openedAt(userType: 'member' | 'orchid_pro'): '/pro-dashboard/schedule' | '/member-dashboard/homepage' {
  return userType === 'orchid_pro' ? '/pro-dashboard/schedule' : '/member-dashboard/homepage';
}
