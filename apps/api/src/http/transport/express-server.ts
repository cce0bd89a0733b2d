import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';

/**
 * Express over messages that are made with its prototypes. By itself it gives every message another prototype, and whatever is added after
 * that gives each object a hidden class of its own in Node before 24, so that no inline cache finds a field of a request or an answer: half of
 * what an event takes in the API.
 */
export class ExpressServer extends ExpressAdapter {
  /** Makes the server. Nest passes options for HTTPS and for the end of connections, which we do not use. */
  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    class Request extends IncomingMessage {}
    class Response extends ServerResponse<Request> {}
    app.request = derivedPrototype(Request, app.request);
    app.response = derivedPrototype(Response, app.response);
    this.httpServer = createServer({ IncomingMessage: Request, ServerResponse: Response }, app);
  }
}

/** Lets the prototype of a class inherit from another one, and returns it. */
const derivedPrototype = <Message extends object>({ prototype }: { readonly prototype: object }, inherited: Message): Message =>
  Object.setPrototypeOf(prototype, inherited) as Message;
