import {
  BookUser,
  CalendarClock,
  CalendarSync,
  CalendarX2,
  Clock,
  IdCard,
  KeyRound,
  Palette,
  RefreshCw,
  Tags,
  UserPlus,
  type LucideIcon,
} from 'lucide-react';

/** A part of the settings, as the list names it. */
interface Section {
  readonly to:
    | '/pro-dashboard/settings/professional-record'
    | '/pro-dashboard/settings/availability'
    | '/pro-dashboard/settings/session-types'
    | '/pro-dashboard/settings/cancellation-policy'
    | '/pro-dashboard/settings/calendar-links'
    | '/pro-dashboard/settings/client-info'
    | '/pro-dashboard/settings/contacts'
    | '/pro-dashboard/settings/time-zone'
    | '/pro-dashboard/settings/appearance'
    | '/pro-dashboard/settings/security'
    | '/pro-dashboard/sync';
  readonly label: string;
  readonly hint: string;
  readonly icon: LucideIcon;
  /** Says nothing to those who plan or run the practice and treat nobody. */
  readonly isOfClinicians?: true;
}

/** Every part, in its order. */
export const sections: readonly Section[] = [
  {
    to: '/pro-dashboard/settings/professional-record',
    label: 'Your record',
    hint: 'Name, license, places of work',
    icon: IdCard,
    isOfClinicians: true,
  },
  {
    to: '/pro-dashboard/settings/availability',
    label: 'Availability',
    hint: 'Weekly hours, days away, how you are booked',
    icon: CalendarClock,
    isOfClinicians: true,
  },
  {
    to: '/pro-dashboard/settings/session-types',
    label: 'Session types',
    hint: 'What you offer, how long, at what price',
    icon: Tags,
    isOfClinicians: true,
  },
  {
    to: '/pro-dashboard/settings/cancellation-policy',
    label: 'Cancellation policy',
    hint: 'Until when it is free, and what it costs then',
    icon: CalendarX2,
    isOfClinicians: true,
  },
  {
    to: '/pro-dashboard/settings/calendar-links',
    label: 'Calendar links',
    hint: 'Your times in another calendar program',
    icon: CalendarSync,
    isOfClinicians: true,
  },
  {
    to: '/pro-dashboard/settings/client-info',
    label: 'New clients',
    hint: 'What the form for a new client asks',
    icon: UserPlus,
    isOfClinicians: true,
  },
  {
    to: '/pro-dashboard/settings/contacts',
    label: 'Contacts',
    hint: 'People outside your practice',
    icon: BookUser,
  },
  { to: '/pro-dashboard/settings/time-zone', label: 'Time zone', hint: 'Where your days are', icon: Clock },
  { to: '/pro-dashboard/settings/appearance', label: 'Appearance', hint: 'Light or dark', icon: Palette },
  {
    to: '/pro-dashboard/settings/security',
    label: 'Security',
    hint: 'Email, password, recovery code',
    icon: KeyRound,
  },
  { to: '/pro-dashboard/sync', label: 'Sync', hint: 'What is on its way to the server', icon: RefreshCw },
];
