import { expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'
import { apply } from './settings.ts'

it('gives a deployed stage no setting that its functions do not learn from their variables', async () => {
  // Nobody listens there: what is refused is refused before anything is changed.
  const stage = {
    name: 'dev',
    endpoint: 'http://127.0.0.1:1',
    url: '',
    outputs: {},
    environments: {},
  } as const
  const throttle = { ...stages.dev.throttle, burst: 7 }
  await expect(apply(stage, { throttle })).rejects.toThrow('differs by more than variables')
})
