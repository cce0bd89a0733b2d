import { hasLink, isNewPassword, LIMITS, NAME_WITHOUT_LINK, PASSWORD_RULE, readEmailAddress } from '#libs/core';
import { ValidateBy, type ValidationArguments } from 'class-validator';

// The messages name the field and the rule. They do not repeat the value, because it may be a secret.
const rule = (name: string, allowed: string, isGood: (text: string) => boolean): PropertyDecorator =>
  ValidateBy({
    name,
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isGood(value),
      defaultMessage: (args?: ValidationArguments) => `${args?.property ?? 'the value'} must be ${allowed}`,
    },
  });

/** Longer than any real value, and short enough to check quickly. */
const LONGEST = 1024;

export const IsEmailAddress = (): PropertyDecorator =>
  rule('isEmailAddress', 'an e-mail address', (text) => text.length <= LONGEST && readEmailAddress(text) !== null);

/** Accepts a password for an account. */
export const IsNewPassword = (): PropertyDecorator =>
  rule('isNewPassword', PASSWORD_RULE, (text) => text.length <= LONGEST && isNewPassword(text));

/** The bounds of `IsPresented` and `IsNewPassword` in the OpenAPI document. Texts that we compare as a hash may be any. */
export const PRESENTED = { minLength: 1, maxLength: LONGEST } as const;
export const NEW_PASSWORD = {
  format: 'password',
  minLength: LIMITS.password.minCharacters,
  maxLength: LIMITS.password.maxBytes,
  description: PASSWORD_RULE,
} as const;

/** Accepts any text as a password, code or token. A later step checks it, and answers the same for everything that is wrong. */
export const IsPresented = (): PropertyDecorator =>
  rule('isPresented', `text of 1 to ${LONGEST} characters`, (text) => text.length > 0 && text.length <= LONGEST);

/** Characters that change the direction of the text around them, also in a mail that contains a name (Unicode TR #36, section 2.5). */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/;

/** A name that people chose: one line of valid Unicode with at least one visible character. */
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

/** Refuses links in the name of a tenant while its owner has no verified e-mail address: the name appears in mails to strangers. */
export const HasNoLink = (): PropertyDecorator => rule('hasNoLink', NAME_WITHOUT_LINK, (text) => !hasLink(text));
