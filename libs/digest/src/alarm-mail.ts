import type { ReturnAlarm } from '#libs/core';
import { composeMail, type Mail } from '#libs/mail';
import { alarmAdvice, alarmPage, alarmSentence } from './alarm-lines.js';
import type { MailPlace } from './readers.js';

/** Composes the mail about an alarm that has begun. @param place as for `digestMail` */
export function alarmMail(to: string, alarm: ReturnAlarm, { shop, dashboardUrl, stop }: MailPlace): Mail {
  const isSilent = alarm.kind === 'no_orders';
  const { label, path } = alarmPage(alarm);
  return composeMail({
    to,
    subject: isSilent ? 'No orders arrive any more' : 'Fewer of your customers come back',
    paragraphs: [
      `We have noticed something about ${shop}. ${alarmSentence(alarm)}`,
      alarmAdvice(alarm),
      isSilent
        ? 'We write about this once. It is over as soon as orders arrive again.'
        : 'We write about this once. By chance alone such a mail comes less than once a year. The overview of the dashboard shows how it goes on, and when it is over.',
      'People who get the weekly mail get this one too.',
    ],
    button: { label, link: dashboardUrl + path },
    stop,
  });
}
