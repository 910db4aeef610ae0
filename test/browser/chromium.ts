import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'undici';

/** A page of a real browser, told what to do through its debugging protocol. */
export interface Tab {
  /** Opens an address, and waits until it has loaded. */
  open(url: string): Promise<void>;
  /** What an expression of the page comes to. */
  evaluate<T>(expression: string): Promise<T>;
  /** Waits until an expression of the page is true. @throws when it does not become so */
  until(expression: string): Promise<void>;
  /** What the page asked for, and what it complained of, since it was opened. */
  requests(): string[];
  complaints(): string[];
  screenshot(file: string): Promise<void>;
}

const PATIENCE_MS = 30_000;
const LOOK_MS = 50;

/** Says where it listens, on its standard error. */
const endpointOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`the browser ended with ${code}: ${said.slice(0, 1_000)}`)));
    child.stderr!.on('data', (chunk) => {
      said += chunk;
      const found = /DevTools listening on (ws:\S+)/.exec(said);
      if (found) resolve(found[1]!);
    });
  });

interface Message {
  id?: number;
  method?: string;
  params?: Record<string, never>;
  result?: Record<string, unknown>;
  error?: { message: string };
}

/** Starts a browser without a window, and gives it to the work; ends it afterwards. */
export const withBrowser = async (program: string, work: (tab: Tab) => Promise<void>): Promise<void> => {
  const profile = await mkdtemp(join(tmpdir(), 'payroll-browser-'));
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--window-size=1280,1600'];
  const child = spawn(program, [...flags, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  try {
    const { host } = new URL(await endpointOf(child));
    const targets = (await (await fetch(`http://${host}/json/list`)).json()) as {
      type: string;
      webSocketDebuggerUrl: string;
    }[];
    const socket = new WebSocket(targets.find(({ type }) => type === 'page')!.webSocketDebuggerUrl);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', () => reject(new Error('the browser cannot be reached')));
    });
    await work(await tabOf(socket));
    socket.close();
  } finally {
    child.kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
};

const tabOf = async (socket: WebSocket): Promise<Tab> => {
  let last = 0;
  let requests: string[] = [];
  let complaints: string[] = [];
  let loaded = (): void => {};
  const waiting = new Map<number, { resolve: (result: Record<string, unknown>) => void; reject: (e: Error) => void }>();
  // biome-ignore lint/suspicious/noExplicitAny: events of the protocol have any shape
  const heard: Record<string, (params: any) => void> = {
    'Page.loadEventFired': () => loaded(),
    'Network.requestWillBeSent': ({ request }) => requests.push(request.url),
    'Network.loadingFailed': ({ errorText, canceled }) => {
      if (!canceled) complaints.push(`a request failed: ${errorText}`);
    },
    // The log holds what the policy of the page forbade, and what was answered with an error.
    'Log.entryAdded': ({ entry }) => {
      if (entry.level === 'error' || entry.source === 'security') complaints.push(`${entry.text} ${entry.url ?? ''}`);
    },
    'Runtime.exceptionThrown': ({ exceptionDetails }) =>
      complaints.push(exceptionDetails.exception?.description ?? exceptionDetails.text),
    'Runtime.consoleAPICalled': ({ type, args }) => {
      if (type === 'error')
        complaints.push(
          args.map((one: { value?: unknown; description?: string }) => one.value ?? one.description).join(' '),
        );
    },
  };
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error } = JSON.parse(String(data)) as Message;
    if (method !== undefined) heard[method]?.(params);
    const asked = id === undefined ? undefined : waiting.get(id);
    if (!asked) return;
    waiting.delete(id!);
    if (error) asked.reject(new Error(error.message));
    else asked.resolve(result ?? {});
  });
  const send = (method: string, params: object = {}): Promise<Record<string, unknown>> =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  for (const domain of ['Page', 'Network', 'Log', 'Runtime']) await send(`${domain}.enable`);
  const evaluate = async <T>(expression: string): Promise<T> => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails).slice(0, 500)}`);
    return (result as { value: T }).value;
  };
  return {
    evaluate,
    open: async (url) => {
      requests = [];
      complaints = [];
      const done = new Promise<void>((resolve) => {
        loaded = resolve;
      });
      await send('Page.navigate', { url });
      await done;
    },
    until: async (expression) => {
      const end_ms = performance.now() + PATIENCE_MS;
      while (!(await evaluate<boolean>(`Boolean(${expression})`))) {
        if (performance.now() > end_ms) throw new Error(`this did not become true: ${expression}`);
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    },
    requests: () => requests,
    complaints: () => complaints,
    screenshot: async (file) => {
      const { data } = await send('Page.captureScreenshot', { format: 'png' });
      await writeFile(file, Buffer.from(data as string, 'base64'));
    },
  };
};
