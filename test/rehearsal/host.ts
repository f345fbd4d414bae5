/** Before each file of journeys: the worlds that it starts are the deployed stage's. */
import { hostWorldsBy, quickly } from '../support/environment.ts'
import { deployedStage } from './deployed-stage.ts'
import { startDeployedWorld } from './world.ts'

hostWorldsBy(({ settings }) => startDeployedWorld(deployedStage(), { ...quickly, ...settings }))
