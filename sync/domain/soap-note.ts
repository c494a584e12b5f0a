import type { NoteSchema } from './note-schema.ts';

/** Subjective, Objective, Assessment, Plan: the record form of Weed (1968), with a short risk and mental state part. */
export const soapNote: NoteSchema = {
  note_schema_id: 'soap-note',
  note_schema_revision: 1,
  kind: 'note',
  title: 'SOAP Note',
  elements: [
    {
      type: 'section',
      title: 'Subjective',
      children: [
        { type: 'short-answer', field: 'focus', label: 'Focus of the session' },
        {
          type: 'paragraph',
          field: 'subjective',
          label: 'What the client reports',
          hint: 'In the client’s own words where you can',
        },
      ],
    },
    {
      type: 'section',
      title: 'Objective',
      children: [
        { type: 'paragraph', field: 'objective', label: 'What you observe' },
        {
          type: 'radios-grid',
          field: 'mental_status',
          label: 'Mental state',
          rows: ['Mood', 'Affect', 'Speech', 'Thought process'],
          options: ['Within normal limits', 'Changed', 'Not assessed'],
        },
      ],
    },
    {
      type: 'section',
      title: 'Assessment',
      children: [
        { type: 'paragraph', field: 'assessment', label: 'How you understand it' },
        {
          type: 'radios',
          field: 'risk',
          label: 'Risk today',
          options: ['No indication', 'Low', 'Moderate', 'High'],
          asksRisk: true,
        },
        { type: 'text-only', text: 'Moderate or high risk: write what was agreed for safety in the plan.' },
      ],
    },
    {
      type: 'section',
      title: 'Plan',
      children: [
        { type: 'paragraph', field: 'plan', label: 'What happens next' },
        {
          type: 'checkboxes',
          field: 'interventions',
          label: 'Interventions used',
          options: [
            'Cognitive restructuring',
            'Behavioural activation',
            'Exposure',
            'Motivational interviewing',
            'Psychoeducation',
            'Safety planning',
          ],
        },
      ],
    },
  ],
};
