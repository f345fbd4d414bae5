import type { AdminCommand, CommandGroup } from './admin-command.ts'
import { accountCommands } from './commands/accounts.ts'
import { recordCommands } from './commands/records.ts'
import { runSmokeTest } from './smoke-test.ts'

export const stageCommands: CommandGroup = {
  'stage show': { summary: 'Where the stage’s API is found.', run: 'showStage' },
  walk: {
    summary: 'Walks a test verification through the stage, from a client’s token to its event.',
    details:
      'With a test client of its own in an organisation of the operator’s; both client and record go when it ends. Says how long each step took, and ends with 1 where one fails. Live mode is never touched, and walks at the same time do not meet.',
    run: runSmokeTest,
  },
  preflight: {
    summary: 'Says what would keep a stage from being deployed, or from working when it is.',
    details:
      'Reads and writes nothing: the bootstrap stack, quotas, what is reserved, names that a removed stage has kept, the sandboxes of mail and text messages. Each finding is a line that says what to do; exit code 1 where a deploy would stop. `npm run deploy` begins with it.',
    example: '--stage prod',
    run: async call => (await import('../deploy/check-stage.ts')).runPreflight(call),
    show: ({ findings }: { readonly findings: string }) => findings,
  },
  empty: {
    summary: 'Empties a stage that keeps no data, so that `cdk destroy` leaves nothing.',
    details:
      'Deletes the photos and ends the workflows that wait for people; CloudFormation would leave both. Refused for a stage that keeps its data.',
    example: '--stage dev',
    isDryRunByDefault: true,
    run: async call => (await import('./empty.ts')).emptyStage(call),
  },
}

export const adminCommands: readonly AdminCommand[] = Object.entries({
  ...accountCommands,
  ...recordCommands,
  ...stageCommands,
}).map(([name, command]) => ({ name, ...command }))
