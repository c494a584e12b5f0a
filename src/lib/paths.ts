/** Whose pages: a professional's or a client's. */
export type Dashboard = 'pro' | 'member';

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
