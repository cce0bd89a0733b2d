import { z } from 'zod';
import { fieldText } from './text';

const { errors } = fieldText;
const LONGEST_PASSWORD_BYTES = 72;

/** The rules of the API, checked early. The API checks them again. */
export const emailRule = z.email(errors.email);
export const givenRule = z.string().min(1, errors.required);
export const newPasswordRule = z
  .string()
  .min(10, errors.short)
  .refine((password) => new TextEncoder().encode(password).length <= LONGEST_PASSWORD_BYTES, errors.long);
