import type { NextFunction, Request, Response } from 'express';
import helmet, { type HelmetOptions } from 'helmet';

const NOTHING = ["'none'"];
const OWN = ["'self'"];

/** What holds for every answer. HSTS is left to `requireHttps`: over plain HTTP, as in development, it would be a lie. */
const FOR_ALL: HelmetOptions = {
  strictTransportSecurity: false,
  frameguard: { action: 'deny' },
  // Links in mails carry tokens, which no other site may see. Not `no-referrer`: it would make the Origin of forms `null`.
  referrerPolicy: { policy: 'same-origin' },
};

/** JSON is no page: a browser that is made to show it may load and run nothing. */
const FOR_ANSWERS: HelmetOptions = {
  ...FOR_ALL,
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: NOTHING, frameAncestors: NOTHING } },
};

/**
 * A page that is built of files of its own, as Vite writes it: no script, style or connection from anywhere else, and no script inline.
 * Styles may be: the components of the dashboard lock scrolling and place what floats with them, and Swagger UI carries its own.
 */
const PAGE_DIRECTIVES = {
  defaultSrc: NOTHING,
  scriptSrc: OWN,
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: OWN,
  connectSrc: OWN,
  manifestSrc: OWN,
  baseUri: NOTHING,
  formAction: OWN,
  frameAncestors: NOTHING,
};
const FOR_PAGES: HelmetOptions = { ...FOR_ALL, contentSecurityPolicy: { useDefaults: false, directives: PAGE_DIRECTIVES } };

/**
 * Tells browsers what an answer may do there (OWASP Secure Headers Project).
 * @param prefix of the API, with a slash before it; its documentation, a page, lies below `/docs`. Everything else is a page of the dashboard.
 */
export function securityHeaders(prefix: string) {
  const [answers, pages] = [helmet(FOR_ANSWERS), helmet(FOR_PAGES)];
  return (request: Request, response: Response, next: NextFunction): void => {
    const isAnswer = isBelow(request.path, prefix) && !isBelow(request.path, `${prefix}/docs`);
    (isAnswer ? answers : pages)(request, response, next);
  };
}

const isBelow = (path: string, folder: string): boolean => `${path.toLowerCase()}/`.startsWith(`${folder}/`);
