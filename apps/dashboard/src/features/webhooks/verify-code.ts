/** The Express example from the README of the client. */
export const VERIFY_CODE = `import express from 'express';
import { verifyWebhook, WebhookVerificationError } from '@churn-scoring/client';

const app = express();

app.post('/webhooks', express.raw({ type: '*/*' }), (request, response) => {
  try {
    const event = verifyWebhook(request.body, request.headers, process.env.CHURN_WEBHOOK_SECRET);
    console.log(event.event, event.customer_id);
    response.sendStatus(204);
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    response.status(400).send(error.reason);
  }
});`;
