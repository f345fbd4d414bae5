import { readCredentials } from '../../../shared/aws/sigv4.ts'

/** In place of the SDK's search for credentials, in the peers that are bundled as our functions are. */
export const defaultProvider = () => async () => readCredentials()
