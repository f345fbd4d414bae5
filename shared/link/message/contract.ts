/**
 * `sending`: submitted, result not stored. Found again, it becomes `uncertain`, because a second message could be a
 * duplicate. `undeliverable`: refused permanently. `unsent`: the stage sends no messages of this kind.
 * `outsideCountries` and `limitReached`: refused because messages cost money.
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
