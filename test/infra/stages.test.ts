import { expect, it } from 'vitest'
import { readStage, stages } from '../../infra/stages.ts'

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

it('protects no stack that is not complete', () => {
  expect(stageWith({ stage: 'prod', incomplete: 'one,two' })).toEqual({
    ...stages.prod,
    incomplete: ['one', 'two'],
  })
})
