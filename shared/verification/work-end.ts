/** How people's work ends with its record: a row of their moves (`assignment/moves.ts`), which stands in a later room. */
export const workEnd = {
  from: ['unopened', 'open', 'claimed', 'reported', 'decided'],
  to: 'decided',
  /** Where the agent was at the claim has been judged by then, or never will be. */
  clears: ['claimedFrom'],
  list: 'none',
  holder: 'nobody',
} as const
