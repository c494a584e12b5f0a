/** [S-250] Somebody who does not exist, for a newcomer to look around. */
export const samplePerson = { first_name: 'Sam', last_name: 'Sample', dob: '1988-03-14' } as const;

/** [S-251] */
export const sampleMinutes = 25;

/** [S-252] When the sample sessions are: days from today and the time on the clock where the professional is. */
export const sampleTimes = [
  { days: -2, at: '09:00' },
  { days: -1, at: '11:00' },
  { days: 1, at: '11:00' },
] as const;

/** [S-253, S-254] What stands in the notes of the two sessions that are over, by the fields of the form `SOAP Note`. */
export const sampleAnswers = [
  {
    focus: 'Sleep before working days',
    subjective:
      'Sam slept about five hours on most nights of last week and lay awake going through the next day. Weekends were better. “It is the evening before, not the day itself.”',
    objective: 'Tired, attentive, spoke more freely in the second half of the session.',
    assessment: 'Worry in the evening keeps sleep short. No indication of risk.',
    risk: 'No indication',
    plan: 'Write worries down at seven in the evening, for ten minutes, then close the notebook. Look at the sleep diary next time.',
  },
  {
    focus: 'First nights with the notebook',
    subjective: 'Sam wrote on both evenings and fell asleep sooner on the second. “It felt silly and it worked.”',
    objective: 'More rested than last time. Smiled when speaking of the notebook.',
    assessment: 'The exercise helps and fits into the evening. No indication of risk.',
    risk: 'No indication',
    plan: 'Keep the notebook. Next time: what to do on nights when it does not help.',
  },
] as const;
