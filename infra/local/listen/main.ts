import { runListen } from './run.ts'

await runListen('npm run listen --', process.argv.slice(2))
