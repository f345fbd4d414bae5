import { setting } from '../../shared/aws/environment.ts'

/** Which stage this is, and where its API is found. */
export const showStage = async () => ({ stage: setting('STAGE'), url: setting('API_URL') })
