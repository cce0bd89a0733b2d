import { isNewPassword, PASSWORD_RULE, readEmailAddress } from '#libs/core';
import { ValidateBy, type ValidationArguments } from 'class-validator';

// The sentences name field and rule; the value is not repeated, for it may be a secret.
const rule = (name: string, allowed: string, isGood: (text: string) => boolean): PropertyDecorator =>
  ValidateBy({
    name,
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isGood(value),
      defaultMessage: (args?: ValidationArguments) => `${args?.property ?? 'the value'} must be ${allowed}`,
    },
  });

/** Longer than anything that is meant, and short enough to be looked at. */
const LONGEST = 1024;

export const IsEmailAddress = (): PropertyDecorator =>
  rule('isEmailAddress', 'an e-mail address', (text) => text.length <= LONGEST && readEmailAddress(text) !== null);

/** What somebody chooses as a password. */
export const IsNewPassword = (): PropertyDecorator =>
  rule('isNewPassword', PASSWORD_RULE, (text) => text.length <= LONGEST && isNewPassword(text));

/** What somebody presents as a password, code or token: whether it is right is found out later, and alike for all that are wrong. */
export const IsPresented = (): PropertyDecorator =>
  rule('isPresented', `text of 1 to ${LONGEST} characters`, (text) => text.length > 0 && text.length <= LONGEST);

/** They turn the text around them, also that of a mail which a name stands in (Unicode TR #36, section 2.5). */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/;

/** A name that people gave a thing: one line, valid Unicode, and something to be seen. */
export const IsName = (maxLength: number): PropertyDecorator =>
  rule(
    'isName',
    `text of 1 to ${maxLength} characters without control characters and changes of direction, not only spaces`,
    (text) =>
      /[^\p{C}\p{Z}]/u.test(text) &&
      text.isWellFormed() &&
      !DIRECTIONS.test(text) &&
      !/[\p{Cc}\u2028\u2029]/u.test(text) &&
      Array.from(text).length <= maxLength,
  );
