import type { AdminCommand, CommandGroup } from './admin-command.ts'
import { accountCommands } from './commands/accounts.ts'
import { recordCommands } from './commands/records.ts'
import { teamCommands } from './commands/teams.ts'
import { showMigrated } from './migrated.ts'
import { runSmokeTest } from './smoke-test.ts'

export const stageCommands: CommandGroup = {
  'stage show': { summary: 'Shows the URL of the stage’s API.', run: 'showStage' },
  walk: {
    summary: 'Runs the smoke test: a test verification, from a client’s token to its event.',
    details:
      'Creates a test client in an organisation of the operator, and removes client and record at the end. Shows the time of each step, and exits with 1 if one fails. Never uses live mode; concurrent runs do not affect each other.',
    run: runSmokeTest,
  },
  preflight: {
    summary: 'Lists what would prevent a deployment of the stage, or limit the deployed stage.',
    details:
      'Checks the bootstrap stack, quotas, reserved concurrency, names that a removed stage still uses, the sandboxes of email and text messages. Changes nothing. Each finding is a line that says what to do; exits with 1 if a deployment would stop. `npm run deploy` runs it first.',
    example: '--stage prod',
    run: async call => (await import('../deploy/check-stage.ts')).runPreflight(call),
    show: ({ findings }: { readonly findings: string }) => findings,
  },
  migrate: {
    summary: 'Rewrites the data of an earlier format, once the stage writes the newer one.',
    details:
      'Run it when the notes of a release say so. It reads the whole table by your own permissions on it, beside the stage as it works, and never overwrites what the stage writes. It says how far it is; if it ends early, the same command goes on from there. At its end it looks at each item again.',
    example: '--stage prod --dry-run',
    hasDryRun: true,
    takes: {},
    run: async call => (await import('./migrate.ts')).runMigrate(call),
    show: showMigrated,
  },
  empty: {
    summary: 'Empties a stage that does not keep its data, so that `cdk destroy` leaves nothing.',
    details:
      'Deletes the photos and ends the workflows that wait for people, since CloudFormation deletes neither. Refused for a stage that keeps its data.',
    example: '--stage dev',
    isDryRunByDefault: true,
    run: async call => (await import('./empty.ts')).emptyStage(call),
  },
}

export const adminCommands: readonly AdminCommand[] = Object.entries({
  ...accountCommands,
  ...teamCommands,
  ...recordCommands,
  ...stageCommands,
}).map(([name, command]) => ({ name, ...command }))
