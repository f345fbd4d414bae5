import { expect, it } from 'vitest'
import { readStage } from '../../infra/stage-context.ts'
import { stages } from '../../infra/stages.ts'

/* What `-c` values make of a stage; that the command line hands them over is tested in `app.test.ts`. */

const stageWith = (values: Readonly<Record<string, string>>) => readStage(name => values[name])

it('is as the file of stages has it, and dev where none is named', () => {
  expect(stageWith({ stage: 'staging' })).toEqual(stages.staging)
  expect(stageWith({})).toEqual(stages.dev)
  expect(stageWith({ stage: 'nowhere' })).toBeUndefined()
})

it('brings a fix to all callers at once where it is told to', () => {
  expect(stageWith({ stage: 'staging', canary: 'no' })).toEqual({
    ...stages.staging,
    change: { canaryMinutes: 0 },
  })
  expect(stageWith({ stage: 'staging', canary: 'yes' })).toEqual(stages.staging)
  expect(stageWith({ stage: 'dev', canary: 'no' })).toEqual(stages.dev)
})

it('sends alarms to the address that it is told, and protects no stack that is not complete', () => {
  const { alarms } = stages.prod
  expect(stageWith({ stage: 'prod', alarmEmail: 'a@b.example', incomplete: 'one,two' })).toEqual({
    ...stages.prod,
    alarms: { ...alarms, email: 'a@b.example' },
    incomplete: ['one', 'two'],
  })
})
