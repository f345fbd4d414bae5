import type { AdminCommand } from '../admin-command.ts'

export const stageCommands: readonly AdminCommand[] = [
  {
    name: 'stage show',
    summary: 'Where the stage’s API is found.',
    run: 'showStage',
  },
  {
    name: 'walk',
    summary: 'Walks a test verification through the stage, from a client’s token to its event.',
    details:
      'With a test client of its own in an organisation of the operator’s; both client and record go when it ends. Says how long each step took, and ends with 1 where one fails. Live mode is never touched, and walks at the same time do not meet.',
    run: async (given, place, how) => (await import('../smoke-test.ts')).runSmokeTest(given, place, how),
  },
  {
    name: 'empty',
    summary: 'Empties a stage that keeps no data, so that `cdk destroy` leaves nothing.',
    details:
      'Deletes the photos and ends the workflows that wait for people; CloudFormation would leave both. Refused for a stage that keeps its data.',
    example: '--stage dev',
    isDryRunByDefault: true,
    run: async (given, place, how) => (await import('../empty.ts')).emptyStage(given, place, how),
  },
]
