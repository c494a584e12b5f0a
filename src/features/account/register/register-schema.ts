import * as v from 'valibot';
import { atMost } from '../../../forms/field-rules.ts';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { passwordProblem, weakPassword } from '../../../../sync/protocol/password-rules.ts';
import { emailSchema } from '../../../../sync/protocol/registration-message.ts';

const named = (words: string) => v.pipe(v.string(), v.trim(), v.minLength(1, words), atMost(100));
const emailed = (empty: string, wrong: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, empty),
    v.check((text) => v.is(emailSchema, text), wrong),
  );
const ticked = (words: string) =>
  v.pipe(
    v.boolean(),
    v.check((isTicked) => isTicked, words),
  );
const agreement = 'Please confirm that you are over 18 and agree';

/** [C-455..C-466] */
export const professionalSchema = v.pipe(
  v.object({
    firstName: named('Please enter your first name'),
    lastName: named('Please enter your last name'),
    email: emailed('Please enter your email', 'Please enter a valid email'),
    password: v.pipe(
      v.string(),
      v.minLength(1, 'Please enter your password'),
      v.rawCheck(({ dataset, addIssue }) => {
        const problem = dataset.typed && dataset.value !== '' ? passwordProblem(dataset.value) : null;
        if (problem !== null) addIssue({ message: problem });
      }),
    ),
    repeated: v.pipe(v.string(), v.minLength(1, 'Please confirm your password')),
    agreed: ticked(agreement),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['repeated']],
      ({ password, repeated }) => repeated === '' || password === repeated,
      'Passwords do not match',
    ),
    ['repeated'],
  ),
);

/** [C-446, C-467, C-468, C-469] */
export const memberSchema = v.object({
  firstName: named(errorTexts.invalid_arguments),
  email: emailed(errorTexts.invalid_arguments, errorTexts.invalid_arguments),
  password: v.pipe(
    v.string(),
    v.check((text) => passwordProblem(text) === null, weakPassword),
  ),
  agreed: ticked(agreement),
});

/** [C-471] The mail of the invite has proved the address. */
export const invitedSchema = v.omit(memberSchema, ['email']);

/** [C-472] Who it is has been said by who began it. */
export const completeSchema = v.omit(memberSchema, ['email', 'firstName']);
