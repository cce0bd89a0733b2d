import { firstAlarm, type ReturnAlarm, type ReturnWatchState } from '#libs/core';
import { alarmAdvice, alarmSentence } from '#libs/digest';
import type { ReturnAlarmDto, ReturnsDto } from '#libs/dto';

export const toAlarmDto = (alarm: ReturnAlarm | null): ReturnAlarmDto | null =>
  alarm === null
    ? null
    : {
        kind: alarm.kind,
        since: alarm.since,
        found_on: alarm.foundOn,
        ended_on: alarm.endedOn,
        observed: alarm.observed,
        expected: alarm.expected,
        fall: alarm.fall,
        low: alarm.low,
        high: alarm.high,
        text: alarmSentence(alarm),
        advice: alarmAdvice(alarm),
      };

/** @param watch null before the first night */
export const toReturnsDto = (watch: { readonly state: ReturnWatchState; readonly alarms: readonly ReturnAlarm[] } | null): ReturnsDto => ({
  status: watch?.state.status ?? null,
  usual_per_week: watch?.state.usualPerWeek == null ? null : Math.round(watch.state.usualPerWeek),
  finds_fall: watch?.state.findsFall == null ? null : Math.round(100 * watch.state.findsFall) / 100,
  alarm: toAlarmDto(firstAlarm((watch?.alarms ?? []).filter(({ endedOn }) => endedOn === null))),
});
