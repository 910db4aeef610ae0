import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { admitsAddress, makeOutbound } from '../../src/platform/addresses.ts';
import { policyOf } from '../../src/start-processes.ts';

const STRICT = { allowPrivate: false, allowLoopback: false };
const OPEN = { allowPrivate: true, allowLoopback: true };

test.each([
  '127.0.0.1',
  '::1',
  '::ffff:127.0.0.1',
  '::127.0.0.1',
  '::10.0.0.1',
  '64:ff9b::10.0.0.1',
  '2002:7f00:1::',
  '2606:4700::5efe:a00:1',
  '0.0.0.0',
  '::',
])('%s is not called on behalf of others', (address) => {
  expect(admitsAddress(address, STRICT)).toBe(false);
});

test.each([
  '169.254.169.254',
  '::ffff:169.254.169.254',
  '::169.254.169.254',
  '::ffff:0:169.254.169.254',
  '64:ff9b::169.254.169.254',
  '64:ff9b:1::169.254.169.254',
  '64:ff9b:1:a9fe:a9:fe00::',
  '64:ff9b:1:a9:fe:a9fe::',
  '64:ff9b:1:0:a9:fea9:fe00:0',
  '2002:a9fe:a9fe::',
  'fe80::1',
  'fd00:ec2::254',
  'fd00:0ec2:0:0::0254',
  '100.100.100.200',
  '168.63.129.16',
])('%s, where a machine gets its credentials, is never called', (address) => {
  expect(admitsAddress(address, STRICT)).toBe(false);
  expect(admitsAddress(address, OPEN)).toBe(false);
});

test('public addresses are called, private ones where they are allowed', () => {
  for (const address of ['203.0.112.7', '2606:4700::1111']) expect(admitsAddress(address, STRICT)).toBe(true);
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1', '127.0.0.1', '::1'])
    expect(admitsAddress(address, OPEN)).toBe(true);
  expect(makeOutbound(STRICT).refuses(new URL('http://[::127.0.0.1]/hook'))).toBeDefined();
});

const admitsLoopback = (env: Record<string, string>): boolean => admitsAddress('127.0.0.1', policyOf(readConfig(env)));

test.each([
  [{}],
  [{ HOST: '::1' }],
  [{ HOST: 'localhost', PUBLIC_URL: 'http://localhost:8080' }],
  [{ PUBLIC_URL: 'http://[::1]:8080/payroll' }],
])('the machine itself is called where only it calls the service: %j', (env) => {
  expect(admitsLoopback(env)).toBe(true);
});

test.each([
  [{ HOST: '0.0.0.0' }],
  [{ PUBLIC_URL: 'https://payroll.example.com' }],
  [{ HOST: '::1', PUBLIC_URL: 'https://127.0.0.1.example.com' }],
  [{ TRUSTED_PROXIES: '127.0.0.1' }],
])('the machine itself is not called where others call the service, be it through a proxy on it: %j', (env) => {
  expect(admitsLoopback(env)).toBe(false);
});
