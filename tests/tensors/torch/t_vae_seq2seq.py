# An autoencoder with a sampled code, and a sequence-to-sequence network with GRUs and a masked loss.
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(0)


class VAE(nn.Module):
    def __init__(self):
        super(VAE, self).__init__()
        self.fc1 = nn.Linear(12, 8)
        self.fc21 = nn.Linear(8, 2)
        self.fc22 = nn.Linear(8, 2)
        self.fc3 = nn.Linear(2, 8)
        self.fc4 = nn.Linear(8, 12)

    def encode(self, x):
        h1 = F.relu(self.fc1(x))
        return self.fc21(h1), self.fc22(h1)

    def reparameterize(self, mu, logvar):
        std = torch.exp(0.5 * logvar)
        eps = torch.randn_like(std)
        return mu + eps * std

    def forward(self, x):
        mu, logvar = self.encode(x.view(-1, 12))
        z = self.reparameterize(mu, logvar)
        return torch.sigmoid(self.fc4(F.relu(self.fc3(z)))), mu, logvar


def loss_function(recon_x, x, mu, logvar):
    BCE = F.binary_cross_entropy(recon_x, x.view(-1, 12), reduction='sum')
    KLD = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return BCE + KLD


model = VAE()
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
x = (torch.rand(20, 3, 4) > 0.5).float()
for step in range(4):
    opt.zero_grad()
    recon, mu, logvar = model(x)
    l = loss_function(recon, x, mu, logvar)
    l.backward()
    opt.step()
    print(f'{l.item():.2f}')


class Encoder(nn.Module):
    def __init__(self, vocab_size, embed_size, num_hiddens, num_layers):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, embed_size)
        self.rnn = nn.GRU(embed_size, num_hiddens, num_layers)

    def forward(self, X):
        return self.rnn(self.embedding(X.t().type(torch.int64)))


class Decoder(nn.Module):
    def __init__(self, vocab_size, embed_size, num_hiddens, num_layers):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, embed_size)
        self.rnn = nn.GRU(embed_size + num_hiddens, num_hiddens, num_layers)
        self.dense = nn.Linear(num_hiddens, vocab_size)

    def forward(self, X, state):
        embs = self.embedding(X.t().type(torch.int32))
        enc_output, hidden_state = state
        context = enc_output[-1]
        context = context.repeat(embs.shape[0], 1, 1)
        outputs, hidden_state = self.rnn(torch.cat((embs, context), -1), hidden_state)
        return self.dense(outputs).swapaxes(0, 1), [enc_output, hidden_state]


def init_seq2seq(module):
    if type(module) == nn.Linear:
        nn.init.xavier_uniform_(module.weight)
    if type(module) == nn.GRU:
        for param in module._flat_weights_names:
            if 'weight' in param:
                nn.init.xavier_uniform_(module._parameters[param])


enc, dec = Encoder(10, 6, 8, 2), Decoder(10, 6, 8, 2)
enc.apply(init_seq2seq)
dec.apply(init_seq2seq)
X = torch.zeros((4, 9))
outputs, state = enc(X)
print(outputs.shape, state.shape)
out, st = dec(X, (outputs, state))
print(out.shape, len(st), st[0].shape, st[1].shape)


def masked_loss(Y_hat, Y, pad=0):
    l = F.cross_entropy(Y_hat.reshape(-1, Y_hat.shape[-1]), Y.reshape(-1), reduction='none')
    mask = (Y.reshape(-1) != pad).type(torch.float32)
    return (l * mask).sum() / mask.sum()


src, tgt = torch.randint(1, 10, (4, 5)), torch.randint(0, 10, (4, 6))
optimizer = torch.optim.Adam(list(enc.parameters()) + list(dec.parameters()), lr=0.02)
for i in range(3):
    optimizer.zero_grad()
    Y_hat, _ = dec(tgt[:, :-1], enc(src))
    l = masked_loss(Y_hat, tgt[:, 1:])
    l.backward()
    torch.nn.utils.clip_grad_norm_(dec.parameters(), 1)
    optimizer.step()
    print(f'{l.item():.3f}')
enc.eval(), dec.eval()
state = enc(src[:1])
token, said = torch.tensor([[1]]), []
for _ in range(4):
    y, state = dec(token, state)
    token = y.argmax(2)
    said.append(int(token.squeeze(dim=0).item()) in range(10))
print(said, torch.tensor([[1, 2, 3], [4, 5, 6]])[:, :2].tolist())
