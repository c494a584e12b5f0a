import type { ProviderType } from '../../../sync/domain/provider-types.ts';

/**
 * [S-205] Licences by profession, as most state boards call them (Federation of State Medical Boards; Association of State and
 * Provincial Psychology Boards; Association of Social Work Boards; Association of Marital and Family Therapy Regulatory Boards;
 * National Board for Certified Counselors). Each state's own names differ; the last entry takes them.
 */
export const licenseTypes: Readonly<Record<ProviderType, readonly string[]>> = {
  physician: ['MD', 'DO', 'Other'],
  psychologist: [
    'Licensed Psychologist',
    'Licensed Clinical Psychologist',
    'Licensed Psychological Associate',
    'Licensed School Psychologist',
    'Provisional Psychologist',
    'Other',
  ],
  'social worker': ['LCSW', 'LICSW', 'LISW', 'LMSW', 'LSW', 'LBSW', 'Other'],
  therapist: [
    'LMFT',
    'LPC',
    'LPCC',
    'LCPC',
    'LMHC',
    'LCMHC',
    'LCADC',
    'LCAT',
    'Associate Marriage and Family Therapist',
    'Associate Professional Counselor',
    'Other',
  ],
};
