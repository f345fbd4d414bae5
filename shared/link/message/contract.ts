/**
 * `sending` stands from before the call until its answer is stored; met again, the message may have gone out, and is not
 * sent twice: `uncertain`. `undeliverable` was refused for good; `unsent` since the stage sends nothing of this kind;
 * `outsideCountries` and `limitReached` since messages cost money.
 */
export const messageStates = [
  'sending',
  'sent',
  'uncertain',
  'undeliverable',
  'unsent',
  'outsideCountries',
  'limitReached',
] as const
export type MessageState = (typeof messageStates)[number]

const failed: readonly (MessageState | undefined)[] = [
  'uncertain',
  'undeliverable',
  'outsideCountries',
  'limitReached',
]
/** Whether somebody should reach the recipient in another way. */
export const hasFailed = (message: MessageState | undefined): boolean => failed.includes(message)
