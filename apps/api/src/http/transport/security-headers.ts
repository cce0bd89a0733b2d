import type { NextFunction, Request, Response } from 'express';
import helmet, { type HelmetOptions } from 'helmet';

const NOTHING = ["'none'"];
const OWN = ["'self'"];

/** Headers of every answer. `requireHttps` sets HSTS, which would be wrong over plain HTTP, as in development. */
const FOR_ALL: HelmetOptions = {
  strictTransportSecurity: false,
  frameguard: { action: 'deny' },
  // Links in mails carry tokens, which no other site may see. `no-referrer` would make the Origin of forms `null`.
  referrerPolicy: { policy: 'same-origin' },
};

/** JSON is not a page. A browser that shows it may not load or run anything. */
const FOR_ANSWERS: HelmetOptions = {
  ...FOR_ALL,
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: NOTHING, frameAncestors: NOTHING } },
};

/**
 * The policy for a page that Vite built from its own files: no script, style or connection from another origin, and no inline script.
 * Inline styles are allowed: the dashboard's components use them to lock scrolling and to place floating elements, and Swagger UI has its own.
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
 * Sets the security headers of an answer (OWASP Secure Headers Project).
 * @param prefix the prefix of the API, with a leading slash. Its `/docs` is a page. Every path outside of the prefix is a page of the dashboard.
 */
export function securityHeaders(prefix: string) {
  const [answers, pages] = [helmet(FOR_ANSWERS), helmet(FOR_PAGES)];
  return (request: Request, response: Response, next: NextFunction): void => {
    const isAnswer = isBelow(request.path, prefix) && !isBelow(request.path, `${prefix}/docs`);
    (isAnswer ? answers : pages)(request, response, next);
  };
}

const isBelow = (path: string, folder: string): boolean => `${path.toLowerCase()}/`.startsWith(`${folder}/`);
