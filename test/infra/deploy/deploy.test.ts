import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { deploy } from '../../../infra/deploy/deploy.ts'
import { type Release, thisRelease } from '../../../infra/release/formats.ts'
import type { PreflightFinding } from '../../../infra/deploy/preflight.ts'
import { expectProtection } from '../../../infra/deploy/stacks.ts'
import { stacks } from '../../../infra/stacks/names.ts'
import { stages } from '../../../infra/stages.ts'
import { close, listen } from '../../support/listen.ts'
import { synthesised } from '../synthesised.ts'

/* What is deployed when, by what CloudFormation says of the stacks; CDK's command line itself needs an account. */

const namesOf = (stage: string) => stacks.map(name => `verification-${stage}-${name}`)

/** As CloudFormation answers, https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_DescribeStacks.html */
const described = (statuses: Readonly<Record<string, string>>, unprotected: readonly string[]): string => {
  const members = Object.entries(statuses).map(
    ([name, status]) =>
      `<member><StackName>${name}</StackName><StackStatus>${status}</StackStatus><CreationTime>2026-11-01T00:00:00Z</CreationTime><EnableTerminationProtection>${!unprotected.includes(name)}</EnableTerminationProtection></member>`,
  )
  return `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks>${members.join('')}</Stacks></DescribeStacksResult></DescribeStacksResponse>`
}

const cloudFormation = async (
  statuses: Readonly<Record<string, string>>,
  unprotected: readonly string[] = [],
) => {
  const server = createServer((_request, response) => response.end(described(statuses, unprotected)))
  const endpoint = await listen(server)
  const client = { region: 'eu-west-1', endpoint, credentials: { accessKeyId: 'a', secretAccessKey: 'b' } }
  return { client, [Symbol.asyncDispose]: () => close(server) }
}

/** The answers of an administer function to `showStage`, the last one again and again; none: it is not there. */
type StageAnswers = readonly (object | undefined)[]

/** What `npm run deploy` with these words runs where the stacks are in these states, and says. */
const deployed = async (
  words: string,
  statuses: Readonly<Record<string, string>>,
  codes: readonly number[] = [],
  findings: readonly PreflightFinding[] = [],
) => {
  const { recorded: _, ...rest } = await released(words, statuses, [undefined], { codes, findings })
  return rest
}

/** The same, and what it records of the data. */
const released = async (
  words: string,
  statuses: Readonly<Record<string, string>>,
  answers: StageAnswers,
  {
    codes = [],
    findings = [],
    release = thisRelease,
  }: {
    readonly codes?: readonly number[]
    readonly findings?: readonly PreflightFinding[]
    readonly release?: Release
  } = {},
) => {
  await using aws = await cloudFormation(statuses)
  const ran: string[] = []
  const said: string[] = []
  const recorded: object[] = []
  let shown = 0
  const administer = async (_settings: object, _config: object, command: object) => {
    if ((command as { command: string }).command !== 'showStage') return void recorded.push(command)
    return answers[Math.min(shown++, answers.length - 1)]
  }
  const cdk = async (given: readonly string[]) => codes[ran.push(given.join(' ')) - 1] ?? 0
  const code = await deploy(words.split(' '), {
    cdk,
    say: text => said.push(text),
    check: async () => findings,
    administer,
    release,
    client: aws.client,
  })
  return { ran, said, code, recorded }
}

const changed = 'deploy --all --concurrency 3 --require-approval never'
const made = changed.replace('3', '4')
const complete = Object.fromEntries(namesOf('prod').map(name => [name, 'UPDATE_COMPLETE']))

describe('a stage that keeps its data', () => {
  it('is first deployed without protection, and protected when it is complete', async () => {
    expect(await deployed('-c stage=prod', { 'another-stack': 'CREATE_COMPLETE' })).toEqual({
      ran: [`${made} -c stage=prod -c incomplete=${namesOf('prod').join(',')}`, `${changed} -c stage=prod`],
      said: [
        `Not complete yet, and not protected until they are: ${namesOf('prod').join(', ')}.`,
        'All stacks are complete, and now protected from deletion.',
      ],
      code: 0,
    })
  })

  it('stays without protection where its first deploy fails', async () => {
    const { ran, code } = await deployed('-c stage=prod', {}, [3])
    expect([ran.length, code]).toEqual([1, 3])
  })

  it.each(['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'CREATE_FAILED', 'DELETE_FAILED', 'REVIEW_IN_PROGRESS'])(
    'is deployed again without the protection of the stack that is %s, and all others keep theirs',
    async status => {
      const failed = 'verification-prod-trust'
      const { ran } = await deployed('-c stage=prod', { ...complete, [failed]: status })
      expect(ran).toEqual([`${made} -c stage=prod -c incomplete=${failed}`, `${changed} -c stage=prod`])
    },
  )

  it.each(['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE', 'UPDATE_ROLLBACK_FAILED'])(
    'keeps all protection where all is %s',
    async status => {
      const statuses = Object.fromEntries(namesOf('prod').map(name => [name, status]))
      const words = '--context stage=prod -c canary=no --profile night'
      expect((await deployed(words, statuses)).ran).toEqual([`${changed} ${words}`])
    },
  )
})

describe('an assembly that was made before', () => {
  const words = '-c stage=prod --app .build/release/assembly/prod'

  it('is what a complete stage gets', async () => {
    expect((await deployed(words, complete)).ran).toEqual([`${changed} ${words}`])
  })

  it.each([words, words.replace('--app ', '-a '), words.replace('--app ', '--app=')])(
    'is made anew for stacks that are not complete, since it protects them: %s',
    async given => {
      const failed = 'verification-prod-trust'
      const { ran } = await deployed(given, { ...complete, [failed]: 'ROLLBACK_COMPLETE' })
      expect(ran).toEqual([`${made} -c stage=prod -c incomplete=${failed}`, `${changed} ${given}`])
    },
  )

  it('is not what a fix is released from while alarms ring', async () => {
    await expect(deployed(`${words} -c canary=no`, complete)).rejects.toThrow(
      '-c canary=no changes the templates: leave out --app, so that they are made anew',
    )
  })
})

it('a stage that does not keep its data is deployed without protection', async () => {
  expect((await deployed('-c stage=dev', {})).ran).toEqual([`${made} -c stage=dev`])
  expect((await deployed('--profile night', {})).ran).toEqual([`${made} --profile night`])
})

it('nothing is deployed where it would fail, unless somebody says so', async () => {
  const findings = [
    { isFatal: false, text: 'Letters are few.' },
    { isFatal: true, text: 'CDK has nothing here yet.' },
  ]
  const said = 'stops  CDK has nothing here yet.\nwarns  Letters are few.'
  expect(await deployed('-c stage=dev', {}, [], findings)).toEqual({
    ran: [],
    said: [said, 'Nothing was deployed. -c preflight=no deploys all the same.'],
    code: 1,
  })
  const warned = await deployed('-c stage=dev', {}, [], findings.slice(0, 1))
  expect(warned).toEqual({ ran: [`${made} -c stage=dev`], said: ['warns  Letters are few.'], code: 0 })
  const { ran } = await deployed('-c stage=dev -c preflight=no', {}, [], findings)
  expect(ran).toEqual([`${made} -c stage=dev -c preflight=no`])
})

it.each(['local', 'production'])('there is no stage %s to deploy', async name => {
  await expect(deployed(`-c stage=${name}`, {})).rejects.toThrow(`There is no stage "${name}" to deploy`)
})

it('what is not complete can be deleted by CloudFormation, and all else cannot', async () => {
  const incomplete = ['verification-prod-stateful', 'verification-prod-trust']
  const { artifacts, stackNames, of } = await synthesised({ ...stages.prod, incomplete })
  const open = stackNames.filter(name => !artifacts[name]!.properties!.terminationProtection)
  expect(open).toEqual(incomplete)
  const flags = [
    ...of<{ DeletionProtectionEnabled: unknown }>('AWS::DynamoDB::Table'),
    ...of<{ DeletionProtection: unknown }>('AWS::Cognito::UserPool'),
  ].map(({ Properties }) => Object.entries(Properties).find(([name]) => /^DeletionProtection/.test(name))![1])
  expect(flags).toEqual([false, 'INACTIVE'])
})

it('the smoke test names stacks that are not protected', async () => {
  await using whole = await cloudFormation(complete)
  await expect(expectProtection(stages.prod, whole.client)).resolves.toBeUndefined()
  await using open = await cloudFormation(complete, ['verification-prod-pages'])
  await expect(expectProtection(stages.prod, open.client)).rejects.toThrow(
    'verification-prod-pages: not protected from deletion; deploy once more',
  )
})

describe('the data of a stage', () => {
  const { version, readsFrom, readsTo, writes } = thisRelease
  const own = { command: 'recordDeployment', version, readsFrom, readsTo, writes }
  const data = { oldest: 1, newest: 1, reads: 1, release: '1.0.0' }

  it('says which release works on it once the first deployment is complete', async () => {
    const { recorded, code } = await released('-c stage=dev', {}, [undefined, { data: null }])
    expect([code, recorded]).toEqual([0, [{ ...own, moment: 'complete' }]])
  })

  it('says before new code writes that it will, and after old code has ended that it has', async () => {
    const { recorded, code } = await released('-c stage=prod', complete, [{ data }])
    expect([code, recorded]).toEqual([
      0,
      [
        { ...own, moment: 'begins' },
        { ...own, moment: 'complete' },
      ],
    ])
  })

  it('allows for both releases where a deployment failed', async () => {
    const { recorded, code } = await released('-c stage=prod', complete, [{ data }], { codes: [3] })
    expect([code, recorded]).toEqual([3, [{ ...own, moment: 'begins' }]])
  })

  it.each([
    [
      'too new',
      { data: { oldest: 1, newest: 2, reads: 2, release: '1.2.0' } },
      /cannot read; go forward: git checkout v1\.2\.0 /,
    ],
    [
      'from before 1.0, of functions that say nothing of it',
      { stage: 'prod' },
      /^The stage prod holds data from before 1\.0/,
    ],
  ])('stops a release that cannot read it, even unchecked: %s', async (_what, answer, reason) => {
    const words = '-c stage=prod -c preflight=no'
    const { ran, said, code, recorded } = await released(words, complete, [answer])
    expect([ran, code, recorded]).toEqual([[], 1, []])
    expect(said).toEqual([expect.stringMatching(reason)])
    expect(said[0]).toMatch(/\nNothing was deployed\.$/)
  })

  it('stops a release that writes what the code that runs cannot read', async () => {
    const next: Release = {
      ...thisRelease,
      version: '1.2.0',
      readsTo: 2,
      writes: 2,
      formats: [...thisRelease.formats, { format: 2, read: '1.1.0', written: '1.2.0' }],
    }
    const { ran, said } = await released('-c stage=prod', complete, [{ data }], { release: next })
    expect([ran, said]).toEqual([
      [],
      [
        'The stage prod runs 1.0.0, which cannot read what this release, 1.2.0, writes; go by 1.1.0 first: git checkout v1.1.0 && npm ci && npm run deploy -- -c stage=prod\nNothing was deployed.',
      ],
    ])
  })

  it('is not claimed where an earlier stage of this name has left a table that this release cannot read', async () => {
    const old = { data: { oldest: 0, newest: 0, reads: 0, release: 'before 1.0' } }
    const { code, said, recorded } = await released('-c stage=dev', {}, [undefined, old])
    expect([code, recorded]).toEqual([1, []])
    expect(said).toEqual([expect.stringMatching(/^The stage dev holds data from before 1\.0/)])
  })
})
