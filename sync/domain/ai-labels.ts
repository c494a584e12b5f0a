/** [S-148] What an AI session in person is called. */
const aiLabelInPerson = 'Audio Recording Session';

/** [S-149] What an AI session by video is called. */
const aiLabelTelehealth = 'Regular AI Session';

/** [S-150] A label with one of these in it is that of an AI session, too. */
const aiLabelParts = ['AI Audio Session', 'AI Video Session'] as const;

/** [S-148, S-149, S-150] Whether sessions of this type are AI sessions. */
export function isAiLabel(label: string): boolean {
  return label === aiLabelInPerson || label === aiLabelTelehealth || aiLabelParts.some((part) => label.includes(part));
}

/** [C-536] Whether a session type is shown under a plan (D-12): those of AI sessions under `ai-only` alone. Null: the plan is not known. */
export function isTypeShown(label: string, planType: string | null): boolean {
  return planType === 'ai-only' || !isAiLabel(label);
}
